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
        let scalars = (request.form[PasskeyNameField.name] ?? "").unicodeScalars
        let name = scalars.filter { !Self.lineEnds.contains($0) }.drop { $0.properties.isWhitespace }
        return name.isEmpty
            ? nil : String(String.UnicodeScalarView(name.prefix(Passkey.maximumNameCharacters)))
    }

    /// What ends a line (Unicode UAX #14).
    private static let lineEnds: Set<Unicode.Scalar> = [
        "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}",
    ]
}
