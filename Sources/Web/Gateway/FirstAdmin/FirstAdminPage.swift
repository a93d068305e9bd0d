import Accounts
import Chat
import HTML

/// The form that makes the first admin.
struct FirstAdminPage: View {
    private static let faultID = "first-admin-fault"

    let visit: Visit
    let firstAdmin: FirstAdmin
    /// Until when the code is good.
    let endsAt: Timestamp
    let form: FirstAdminForm
    let fault: FirstAdminFault?

    var body: some View {
        if visit.mayMakeFirstAdmin(firstAdmin) {
            HTML.form(
                .method(.post), .action(routes.makeFirstAdmin.url), .class("stack sign-in"), .data("data-waits", "")
            ) {
                p { visit.say(FirstAdminWording.explanation) }
                if let fault { p(.class("fault"), .id(Self.faultID), .role("alert")) { visit.say(fault.wording) } }
                codeField
                profileFields
                if firstAdmin.needsPassword { passwordField }
                p(.class("muted")) {
                    visit.say(FirstAdminWording.goodUntil)
                    time(.datetime(endsAt.iso8601)) { visit.time.full(endsAt) }
                }
                button(.type("submit"), .class("button primary")) { visit.say(FirstAdminWording.submit) }
            }
        } else {
            section(.class("notice")) { p { visit.say(FirstAdminWording.notHere) } }
        }
    }

    @ViewBuilder private var codeField: some View {
        label(.for("code")) { visit.say(FirstAdminWording.code) }
        input(
            .id("code"), .name(FirstAdminForm.codeField), .type("text"), .value(form.code), .required(),
            .autocomplete("off"), .autocapitalize("characters"), .spellcheck(false),
            .maxlength(FirstAdminCode.maximumTypedCharacters), .aria(.describedby, "code-hint"))
        p(.id("code-hint"), .class("muted")) { visit.say(FirstAdminWording.codeHint) }
    }

    @ViewBuilder private var profileFields: some View {
        label(.for("name")) { visit.say(RegisterWording.name) }
        input(
            .id("name"), .name(FirstAdminForm.nameField), .type("text"), .value(form.name), .required(),
            .autocomplete("name"), .maxlength(DisplayName.maximumCharacters))
        label(.for("alias")) { visit.say(RegisterWording.alias) }
        input(
            .id("alias"), .name(FirstAdminForm.aliasField), .type("text"), .value(form.alias), .required(),
            .autocomplete("username"), .autocapitalize("none"), .spellcheck(false),
            .maxlength(Alias.lengths.upperBound), .aria(.describedby, "alias-hint"))
        p(.id("alias-hint"), .class("muted")) { visit.say(RegisterWording.aliasHint) }
    }

    @ViewBuilder private var passwordField: some View {
        label(.for("password")) { visit.say(SignInWording.passwordField) }
        input(
            .id("password"), .name(FirstAdminForm.passwordField), .type("password"), .required(),
            .autocomplete("new-password"), .maxlength(Password.maximumCharacters),
            .aria(.describedby, fault == nil ? "password-hint" : Self.faultID))
        p(.id("password-hint"), .class("muted")) { visit.say(RegisterWording.passwordHint) }
    }
}
