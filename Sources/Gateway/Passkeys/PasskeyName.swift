import Accounts
import Chat
import HTML
import HTTP

/// What a passkey is called, and which one is meant.
enum PasskeyNameField {
    static let name = "name"
    static let id = "id"
}

/// Where somebody names a new passkey; the browser's name is proposed.
struct PasskeyNameInput: View {
    private static let elementID = "passkey-name"

    let visit: Visit

    var body: some View {
        label(.for(Self.elementID)) { visit.say(SecurityWording.passkeyName) }
        input(
            .id(Self.elementID), .name(PasskeyNameField.name), .type("text"), .required(),
            .maxlength(Passkey.maximumNameCharacters), .autocomplete("off"),
            .value(visit.say(SessionsWording(Device(userAgent: visit.request.headers[.userAgent])))))
    }
}

extension Visit {
    /// What a passkey is to be called; `nil` where that is nothing.
    var passkeyName: String? {
        let name = (request.form[PasskeyNameField.name] ?? "").filter { !$0.isNewline }.drop { $0.isWhitespace }
        return name.isEmpty ? nil : String(name.prefix(Passkey.maximumNameCharacters))
    }
}
