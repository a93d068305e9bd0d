import Accounts
import Cryptography
import HTML
import OneTimePasswords
import OneTimePasswords
import WebAuthn

/// The page on which a person sets up the second factor that the site requires: a passkey or an authenticator app.
struct EnrolmentPage: View {
    let visit: Visit
    let pending: PendingFactor
    let secret: TOTPSecret
    /// For a new passkey; `nil` where passkeys can't be used under this host.
    let passkey: PasskeyPrompt?
    let fault: FactorFault?

    var body: some View {
        section(.class("sign-in")) {
            h1 { visit.say(SecondFactorWording.title) }
            p { visit.say(SecondFactorWording.enrolmentNeeded) }
            if let fault { p(.class("fault"), .role("alert")) { visit.say(fault.wording) } }
            if let passkey {
                PasskeyForm(
                    visit: visit, prompt: passkey, action: routes.submitSecondFactor.path, words: PasskeyWording.make,
                    isNew: true
                ) {
                    h2 { visit.say(SecurityWording.passkeys) }
                    p(.class("muted")) { visit.say(SecurityWording.passkeysExplained) }
                    PasskeyNameInput(visit: visit)
                }
            } else if let unfit = visit.unfit {
                p(.class("hint")) { visit.say(SecurityWording.unsupported(unfit)) }
            }
            div(.class("stack")) {
                h2 { visit.say(SecurityWording.authenticator) }
                EnrolmentForm(
                    visit: visit, secret: secret, account: pending.alias, action: routes.submitSecondFactor.path,
                    isFailed: fault != nil,
                    hasFocus: passkey == nil)
            }
            SignOutForm(say: visit.say)
        }
    }
}

/// The secret for an authenticator app, and the field for its first code.
struct EnrolmentForm: View {
    let visit: Visit
    let secret: TOTPSecret
    /// The account name that the app shows.
    let account: String
    let action: Path
    let isFailed: Bool
    /// Whether the code is the only thing that the page asks for.
    var hasFocus = true

    var body: some View {
        ol(.class("steps")) {
            li { visit.say(SecondFactorWording.enrolmentScan) }
            li { visit.say(SecondFactorWording.enrolmentConfirm) }
        }
        if let code = QRCode(secret.uri(issuer: "Engawa", account: account).revealed) {
            svg(
                .class("qr"), .viewBox("0 0 \(code.side) \(code.side)"), .role("img"),
                .aria(.label, visit.say(SecondFactorWording.qrCode))
            ) { svgPath(.d(code.path)) }
        }
        p(.class("muted")) { visit.say(SecondFactorWording.typedSecret) }
        p(.class("code secret")) { secret.typed.revealed }
        form(.method(.post), .action(action.url), .class("stack")) {
            CodeField(
                visit: visit, words: SecondFactorWording.appCodeField, isFailed: isFailed, isDigits: true,
                hasFocus: hasFocus)
            button(.type("submit"), .class("button primary")) { visit.say(SecondFactorWording.enrolmentSubmit) }
        }
    }
}
