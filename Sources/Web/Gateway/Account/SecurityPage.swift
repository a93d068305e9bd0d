import Accounts
import Chat
import HTML
import HTTP
import WebAuthn

/// The page of the factors beside the sign-in method.
struct SecurityPage: View {
    let visit: Visit
    let factors: Factors.Summary
    /// Why passkeys can't be used under this host.
    let unfit: RelyingPartyID.UnsupportedHost?
    var fault: FactorFault?

    var body: some View {
        if let fault { p(.class("fault"), .role("alert")) { visit.say(fault.wording) } }
        AuthenticatorCard(visit: visit, since: factors.authenticatorSince)
        PasskeysCard(visit: visit, passkeys: factors.passkeys, unfit: unfit)
        if factors.hasSecondFactor {
            section(.class("card")) {
                h2 { visit.say(SecurityWording.codesTitle) }
                p { visit.say(SecurityWording.codesLeft(factors.recoveryCodes)) }
                if factors.recoveryCodes <= SecurityWording.fewCodes {
                    p(.class("fault")) { visit.say(SecurityWording.codesAreFew) }
                }
                ChangeButton(visit: visit, route: routes.renewRecoveryCodes, words: SecurityWording.renewCodes)
            }
        }
        if !factors.devices.isEmpty { DevicesCard(visit: visit, devices: factors.devices) }
        p { a(.href(routes.sessions.url)) { visit.say(SessionsWording.link) } }
    }
}

private struct AuthenticatorCard: View {
    let visit: Visit
    let since: Timestamp?

    var body: some View {
        section(.class("card")) {
            h2 { visit.say(SecurityWording.authenticator) }
            if let since {
                p {
                    visit.say(SecurityWording.authenticatorSince)
                    Day(time: visit.time, moment: since)
                }
                ChangeButton(
                    visit: visit, route: routes.removeAuthenticator, words: SecurityWording.removeAuthenticator,
                    isDangerous: true)
            } else {
                p(.class("muted")) { visit.say(SecurityWording.authenticatorExplained) }
                ChangeButton(visit: visit, route: routes.beginAuthenticator, words: SecurityWording.addAuthenticator)
            }
        }
    }
}

private struct DevicesCard: View {
    let visit: Visit
    let devices: [RememberedDevice]

    var body: some View {
        section(.class("card")) {
            h2 { visit.say(SecurityWording.devices) }
            ul(.class("people sessions")) {
                for device in devices {
                    li(.class("person")) {
                        div(.class("person-text")) {
                            h3 { name(device) }
                            p(.class("muted")) {
                                visit.say(SecurityWording.until)
                                Day(time: visit.time, moment: device.endsAt)
                            }
                        }
                        form(.method(.post), .action(routes.forgetDevice.url)) {
                            IDField(id: device.id)
                            button(
                                .type("submit"), .class("button quiet"),
                                .aria(.label, visit.say(SecurityWording.forgetDevice(name(device))))
                            ) { visit.say(SecurityWording.forget) }
                        }
                    }
                }
            }
        }
    }

    private func name(_ device: RememberedDevice) -> String {
        visit.say(SessionsWording.device(Device(userAgent: device.device)))
    }
}

private struct ChangeButton: View {
    let visit: Visit
    let route: Route<NoParameters>
    let words: Sentence
    var isDangerous = false

    var body: some View {
        form(.method(.post), .action(route.url)) {
            button(.type("submit"), .class(isDangerous ? "button dangerous" : "button quiet")) { visit.say(words) }
        }
    }
}
