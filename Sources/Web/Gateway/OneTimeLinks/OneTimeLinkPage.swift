import Accounts
import Chat
import HTML

/// The page behind a one-time link.
struct OneTimeLinkPage: View {
    private static let faultID = "link-fault"

    let visit: Visit
    let form: OneTimeLinkForm

    var body: some View {
        if form.password == .notHere {
            section(.class("notice")) { p { visit.say(OneTimeLinkWording.notHere) } }
        } else {
            HTML.form(
                .method(.post), .action(routes.useOneTimeLink.url), .class("stack sign-in"), .data("data-waits", "")
            ) {
                input(.type("hidden"), .name(LinkParameters.field), .value(form.token.revealed))
                p { visit.say(form.explanation) }
                if let fault = form.fault {
                    p(.class("fault"), .id(Self.faultID), .role("alert")) { visit.say(fault) }
                }
                if form.isInvitation { profileFields }
                if let user = form.user {
                    p {
                        bdi { Person(user).name }
                        span(.class("muted")) { " @\(user.alias)" }
                    }
                    // Password managers need the user name beside the password.
                    input(
                        .type("text"), .name("username"), .value(user.alias), .autocomplete("username"), .hidden(),
                        .readonly())
                }
                if form.password == .needed { passwordField }
                p(.class("muted")) {
                    visit.say(OneTimeLinkWording.goodUntil)
                    time(.datetime(form.link.endsAt.iso8601)) { visit.time.full(form.link.endsAt) }
                }
                button(.type("submit"), .class("button primary")) { visit.say(form.submit) }
            }
        }
    }

    @ViewBuilder private var profileFields: some View {
        label(.for("name")) { visit.say(RegisterWording.name) }
        input(
            .id("name"), .name(OneTimeLinkForm.nameField), .type("text"), .value(form.name), .required(),
            .autocomplete("name"), .maxlength(DisplayName.maximumCharacters))
        label(.for("alias")) { visit.say(RegisterWording.alias) }
        input(
            .id("alias"), .name(OneTimeLinkForm.aliasField), .type("text"), .value(form.alias), .required(),
            .autocomplete("username"), .autocapitalize("none"), .spellcheck(false),
            .maxlength(Alias.lengths.upperBound), .aria(.describedby, "alias-hint"))
        p(.id("alias-hint"), .class("muted")) { visit.say(RegisterWording.aliasHint) }
    }

    @ViewBuilder private var passwordField: some View {
        label(.for("password")) { visit.say(form.isInvitation ? SignInWording.passwordField : PasswordWording.new) }
        input(
            .id("password"), .name(OneTimeLinkForm.passwordField), .type("password"), .required(),
            .autocomplete("new-password"), .maxlength(Password.maximumCharacters),
            .aria(.describedby, form.fault == nil ? "password-hint" : Self.faultID))
        p(.id("password-hint"), .class("muted")) { visit.say(RegisterWording.passwordHint) }
    }
}
