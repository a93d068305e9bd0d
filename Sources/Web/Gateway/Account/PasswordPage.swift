import Accounts
import Chat
import HTML

/// The page on which somebody takes another password.
struct PasswordPage: View {
    private static let faultID = "password-fault"

    let visit: Visit
    let fault: PasswordFault?

    var body: some View {
        form(
            .method(.post), .action(routes.changePassword.url), .class("stack sign-in"), .data("data-waits", "")
        ) {
            p { visit.say(PasswordWording.explanation) }
            if let fault { p(.class("fault"), .id(Self.faultID), .role("alert")) { visit.say(fault.wording) } }
            // Password managers want to know whose it is.
            input(
                .type("text"), .name("username"), .value(visit.session?.alias ?? ""), .autocomplete("username"),
                .hidden(), .readonly())
            field(NewPasswordForm.currentField, .current, "current-password", isWrong: fault?.isOfCurrent == true)
            field(NewPasswordForm.newField, .new, "new-password", isWrong: fault.map { !$0.isOfCurrent } ?? false)
            p(.id("new-hint"), .class("muted")) { visit.say(RegisterWording.passwordHint) }
            button(.type("submit"), .class("button primary")) { visit.say(PasswordWording.submit) }
        }
    }

    @ViewBuilder private func field(
        _ name: String, _ words: PasswordWording, _ autocomplete: String, isWrong: Bool
    ) -> some View {
        label(.for(name)) { visit.say(words) }
        input(
            .id(name), .name(name), .type("password"), .required(), .autocomplete(autocomplete), .autofocus(isWrong),
            .maxlength(Password.maximumCharacters), .aria(.invalid, isWrong ? "true" : nil),
            .aria(.describedby, isWrong ? Self.faultID : nil))
    }
}

/// The button that leads there.
struct PasswordButton: View {
    let visit: Visit

    var body: some View {
        form(.method(.post), .action(routes.changePassword.url)) {
            button(.type("submit"), .class("button quiet")) { visit.say(PasswordWording.title) }
        }
    }
}
