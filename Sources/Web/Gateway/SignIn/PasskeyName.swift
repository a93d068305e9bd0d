import Accounts
import Chat
import HTML
import HTTP

/// The fields for a passkey's name and id.
enum PasskeyNameField {
    static let name = "name"
    static let id = "id"
}

/// The field for the name of a new passkey, filled with the browser's name.
struct PasskeyNameInput: View {
    private static let elementID = "passkey-name"

    let visit: Visit

    var body: some View {
        label(.for(Self.elementID)) { visit.say(SecurityWording.passkeyName) }
        input(
            .id(Self.elementID), .name(PasskeyNameField.name), .type("text"), .required(),
            .maxlength(Passkey.maximumNameCharacters), .autocomplete("off"),
            .value(visit.say(SessionsWording.device(Device(userAgent: visit.request.headers[.userAgent])))))
    }
}

extension Visit {
    /// The name that was typed for a passkey; `nil` where it is empty.
    var passkeyName: String? {
        let scalars = (request.form[PasskeyNameField.name] ?? "").unicodeScalars
        let name = scalars.filter { !Self.lineEnds.contains($0) }.drop { $0.properties.isWhitespace }
        return name.isEmpty
            ? nil : String(String.UnicodeScalarView(name.prefix(Passkey.maximumNameCharacters)))
    }

    /// Characters that end a line (Unicode UAX #14).
    private static let lineEnds: Set<Unicode.Scalar> = [
        "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}",
    ]
}
