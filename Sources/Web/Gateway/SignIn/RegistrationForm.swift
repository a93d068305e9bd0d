import Bytes
import Chat
import HTML
import HTTP

/// The fields of the registration form.
struct RegistrationForm {
    enum Field: String {
        case name
        case alias
        case picture
    }

    static let maximumURLCharacters = 2_048

    let name: String
    let alias: String
    let picture: String

    init(_ form: Form) {
        name = form["name"] ?? ""
        alias = (form["alias"] ?? "").removingWhitespace.asciiLowercased
        picture = (form["picture"] ?? "").removingWhitespace
    }

    /// The new user as typed.
    func newUser() throws(RegistrationFault) -> NewUser {
        guard let name = DisplayName(name) else { throw RegistrationFault(RegisterWording.nameInvalid, in: .name) }
        guard let alias = Alias(alias) else { throw RegistrationFault(RegisterWording.aliasInvalid, in: .alias) }
        guard picture.isEmpty || (picture.count <= Self.maximumURLCharacters && Self.isWebURL(picture)) else {
            throw RegistrationFault(RegisterWording.pictureInvalid, in: .picture)
        }
        return NewUser(alias: alias, name: name, avatarURL: picture.isEmpty ? nil : picture)
    }

    private static func isWebURL(_ text: String) -> Bool {
        (text.hasUTF8Prefix("https://") || text.hasUTF8Prefix("http://"))
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            && SafeURL(text) != nil
    }
}

/// Why a registration was refused, and which field has to be changed.
struct RegistrationFault: Error {
    let wording: Sentence
    /// `nil` where no field is at fault.
    let field: RegistrationForm.Field?
    let status: Status

    init(
        _ wording: Sentence, in field: RegistrationForm.Field? = nil, _ status: Status = .unprocessableContent
    ) {
        self.wording = wording
        self.field = field
        self.status = status
    }
}

/// The fields of the profile of a new user.
struct RegistrationFields: View {
    let say: Speaker
    let form: RegistrationForm
    let fault: RegistrationFault?

    var body: some View {
        if let fault { p(.class("fault"), .id("fault"), .role("alert")) { say(fault.wording) } }
        label(.for("name")) { say(RegisterWording.name) }
        input(
            .id("name"), .name("name"), .type("text"), .value(form.name), .required(), .autocomplete("name"),
            .maxlength(DisplayName.maximumCharacters), .aria(.invalid, invalid(.name)),
            .aria(.describedby, invalid(.name).map { _ in "fault" }), .autofocus(isAtFault(.name)))
        label(.for("alias")) { say(RegisterWording.alias) }
        input(
            .id("alias"), .name("alias"), .type("text"), .value(form.alias), .required(),
            .autocomplete("username"), .autocapitalize("none"), .spellcheck(false),
            .maxlength(Alias.lengths.upperBound), .aria(.invalid, invalid(.alias)),
            .aria(.describedby, isAtFault(.alias) ? "fault alias-hint" : "alias-hint"), .autofocus(isAtFault(.alias)))
        p(.id("alias-hint"), .class("muted")) { say(RegisterWording.aliasHint) }
        label(.for("picture")) { say(RegisterWording.picture) }
        input(
            .id("picture"), .name("picture"), .type("url"), .value(form.picture), .autocomplete("off"),
            .maxlength(RegistrationForm.maximumURLCharacters), .aria(.invalid, invalid(.picture)),
            .aria(.describedby, invalid(.picture).map { _ in "fault" }), .autofocus(isAtFault(.picture)))
    }

    private func isAtFault(_ field: RegistrationForm.Field) -> Bool { fault?.field == field }

    private func invalid(_ field: RegistrationForm.Field) -> String? { isAtFault(field) ? "true" : nil }
}
