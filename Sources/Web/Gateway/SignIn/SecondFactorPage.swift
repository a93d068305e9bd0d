import Accounts
import Cryptography
import HTML
import OneTimePasswords

/// The field for a code.
struct CodeField: View {
    static let name = "code"

    let visit: Visit
    let words: Sentence
    let isFailed: Bool
    /// Whether only the digits of an app are accepted, and no recovery code.
    var isDigits = false
    /// Whether it gets the focus: not where there is something to read or to choose above it.
    var hasFocus = true

    var body: some View {
        label(.for(Self.name)) { visit.say(words) }
        input(
            .id(Self.name), .name(Self.name), .type("text"), .required(), .autocomplete("one-time-code"),
            .inputmode(isDigits ? "numeric" : "text"), .autocapitalize("none"), .spellcheck(false),
            .autofocus(hasFocus),
            .enterkeyhint("go"), .maxlength(40), .aria(.invalid, isFailed ? "true" : nil))
    }
}

/// The page that asks for a second factor.
struct SecondFactorPage: View {
    static let rememberField = "remember"

    let visit: Visit
    let pending: PendingFactor
    let hasAuthenticator: Bool
    let passkey: PasskeyPrompt?
    let fault: FactorFault?

    var body: some View {
        section(.class("sign-in")) {
            h1 { visit.say(SecondFactorWording.title) }
            p(.class("muted")) { visit.say(SecondFactorWording.explanation(pending.name)) }
            if let fault { p(.class("fault"), .role("alert")) { visit.say(fault.wording) } }
            if let passkey {
                PasskeyForm(
                    visit: visit, prompt: passkey, action: routes.submitSecondFactor.path, words: PasskeyWording.use
                ) {}
            }
            form(.method(.post), .action(routes.submitSecondFactor.url), .class("stack")) {
                CodeField(
                    visit: visit,
                    words: hasAuthenticator ? SecondFactorWording.codeField : SecondFactorWording.recoveryField,
                    isFailed: fault != nil)
                if hasAuthenticator { p(.class("muted")) { visit.say(SecondFactorWording.codeHint) } }
                RememberBox(visit: visit)
                button(.type("submit"), .class("button primary")) { visit.say(SecondFactorWording.submit) }
            }
            SignOutForm(say: visit.say)
        }
    }
}

private struct RememberBox: View {
    let visit: Visit

    var body: some View {
        label(.class("check")) {
            input(.type("checkbox"), .name(SecondFactorPage.rememberField), .value("on"))
            span { visit.say(SecondFactorWording.remember(FactorPolicy.deviceLifetime.components.seconds / 86_400)) }
        }
    }
}

/// Recovery codes, shown once.
struct RecoveryCodesPage: View {
    let visit: Visit
    let codes: [RecoveryCode]
    let onward: Path

    var body: some View {
        section(.class("card")) {
            h2 { visit.say(SecurityWording.codesTitle) }
            p { visit.say(SecurityWording.codesShown) }
            ul(.class("recovery-codes code")) {
                for code in codes { li { code.shown.revealed } }
            }
            // `codes.js` shows them.
            div(.class("action-row"), .hidden()) {
                button(
                    .type("button"), .class("button quiet"), .data("data-codes", "copy"),
                    .data("data-done", visit.say(SecurityWording.codesCopied))
                ) {
                    visit.say(SecurityWording.codesCopy)
                }
                button(
                    .type("button"), .class("button quiet"), .data("data-codes", "download"),
                    .data("data-file", "recovery-codes.txt")
                ) {
                    visit.say(SecurityWording.codesDownload)
                }
            }
            p {
                a(.class("button primary"), .href(SafeURL(onward.description) ?? routes.home.url)) {
                    visit.say(SecurityWording.codesKept)
                }
            }
        }
    }
}
