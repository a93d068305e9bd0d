import Accounts
import Cryptography
import HTML
import OneTimePasswords
import OneTimePasswords
import WebAuthn

/// The page on which somebody sets up a second factor that is required: a passkey, or an app.
struct EnrolmentPage: View {
    let visit: Visit
    let pending: PendingFactor
    let secret: TOTPSecret
    /// For a new passkey; `nil` where the address can't carry any.
    let passkey: PasskeyPrompt?
    let fault: FactorFault?

    var body: some View {
        section(.class("sign-in")) {
            h1 { visit.say(SecondFactorWording.title) }
            p { visit.say(SecondFactorWording.enrolmentNeeded) }
            if let fault { p(.class("fault"), .role("alert")) { visit.say(fault.wording) } }
            if let passkey {
                PasskeyForm(
                    visit: visit, prompt: passkey, action: routes.submitSecondFactor.path, words: .make, isNew: true
                ) {
                    h2 { visit.say(SecurityWording.passkeys) }
                    p(.class("muted")) { visit.say(SecurityWording.passkeysExplained) }
                    PasskeyNameInput(visit: visit)
                }
            } else if let unfit = visit.unfit {
                p(.class("hint")) { visit.say(SecurityWording(unfit)) }
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

/// What an app is set up with, and its first code.
struct EnrolmentForm: View {
    let visit: Visit
    let secret: TOTPSecret
    /// What the person is called in the app.
    let account: String
    let action: Path
    let isFailed: Bool
    /// Whether the code is all that is asked for.
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
            CodeField(visit: visit, words: .appCodeField, isFailed: isFailed, isDigits: true, hasFocus: hasFocus)
            button(.type("submit"), .class("button primary")) { visit.say(SecondFactorWording.enrolmentSubmit) }
        }
    }
}
