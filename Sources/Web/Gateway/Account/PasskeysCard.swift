import Accounts
import Cryptography
import HTML
import HTTP
import WebAuthn

/// The person's passkeys, and the form that adds another.
struct PasskeysCard: View {
    let visit: Visit
    let passkeys: [Passkey]
    let unfit: RelyingPartyID.UnsupportedHost?

    var body: some View {
        section(.class("card")) {
            h2 { visit.say(SecurityWording.passkeys) }
            p(.class("muted")) { visit.say(SecurityWording.passkeysExplained) }
            if !passkeys.isEmpty {
                ul(.class("people sessions")) {
                    for passkey in passkeys { PasskeyItem(visit: visit, passkey: passkey) }
                }
            }
            if let unfit {
                p(.class("hint")) { visit.say(SecurityWording.unsupported(unfit)) }
            } else if passkeys.count < Passkey.maximumCount {
                noscript { p(.class("muted")) { visit.say(PasskeyWording.needsScripts) } }
                form(.method(.post), .action(routes.beginPasskey.url), .class("stack")) {
                    PasskeyNameInput(visit: visit)
                    button(.type("submit"), .class("button quiet")) { visit.say(SecurityWording.addPasskey) }
                }
            }
        }
    }
}

private struct PasskeyItem: View {
    let visit: Visit
    let passkey: Passkey

    var body: some View {
        li(.class("person")) {
            div(.class("person-text")) {
                h3 { bdi { passkey.name } }
                if passkey.credential.isBackupEligible {
                    span(.class("badge quiet")) { visit.say(SecurityWording.synced) }
                }
                if let device = passkey.device {
                    p(.class("muted")) {
                        visit.say(SecurityWording.madeIn(visit.say(SessionsWording.device(Device(userAgent: device)))))
                    }
                }
                p(.class("muted")) {
                    visit.say(SecurityWording.since)
                    Day(time: visit.time, moment: passkey.createdAt)
                }
                p(.class("muted")) {
                    if let used = passkey.lastUsedAt {
                        visit.say(SessionsWording.lastUse)
                        Day(time: visit.time, moment: used)
                    } else {
                        visit.say(SecurityWording.neverUsed)
                    }
                }
                details {
                    summary { visit.say(SecurityWording.rename) }
                    form(.method(.post), .action(routes.renamePasskey.url), .class("stack")) {
                        IDField(id: id)
                        input(
                            .name(PasskeyNameField.name), .type("text"), .required(), .value(passkey.name),
                            .maxlength(Passkey.maximumNameCharacters),
                            .aria(.label, visit.say(SecurityWording.passkeyName)))
                        button(.type("submit"), .class("button quiet")) { visit.say(ProfileWording.save) }
                    }
                }
            }
            form(.method(.post), .action(routes.removePasskey.url)) {
                IDField(id: id)
                button(
                    .type("submit"), .class("button quiet"),
                    .aria(.label, visit.say(SecurityWording.removePasskey(passkey.name)))
                ) { visit.say(SecurityWording.remove) }
            }
        }
    }

    private var id: String { Base64URL.encode(passkey.credential.id) }
}

/// A hidden field with the id of a passkey or of a remembered browser.
struct IDField: View {
    let id: String

    var body: some View { input(.type("hidden"), .name(PasskeyNameField.id), .value(id)) }
}
