import Accounts
import Chat
import HTML

/// The page on which a person changes the password.
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
            // Password managers need the user name beside the password.
            input(
                .type("text"), .name("username"), .value(visit.session?.alias ?? ""), .autocomplete("username"),
                .hidden(), .readonly())
            field(
                NewPasswordForm.currentField, PasswordWording.current, "current-password",
                isWrong: fault?.isOfCurrent == true)
            field(
                NewPasswordForm.newField, PasswordWording.new, "new-password",
                isWrong: fault.map { !$0.isOfCurrent } ?? false)
            p(.id("new-hint"), .class("muted")) { visit.say(RegisterWording.passwordHint) }
            button(.type("submit"), .class("button primary")) { visit.say(PasswordWording.submit) }
        }
    }

    @ViewBuilder private func field(
        _ name: String, _ words: Sentence, _ autocomplete: String, isWrong: Bool
    ) -> some View {
        label(.for(name)) { visit.say(words) }
        input(
            .id(name), .name(name), .type("password"), .required(), .autocomplete(autocomplete), .autofocus(isWrong),
            .maxlength(Password.maximumCharacters), .aria(.invalid, isWrong ? "true" : nil),
            .aria(.describedby, isWrong ? Self.faultID : nil))
    }
}

/// The button that leads to the page.
struct PasswordButton: View {
    let visit: Visit

    var body: some View {
        form(.method(.post), .action(routes.changePassword.url)) {
            button(.type("submit"), .class("button quiet")) { visit.say(PasswordWording.title) }
        }
    }
}
