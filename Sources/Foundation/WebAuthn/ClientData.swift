import Bytes
import Cryptography

/// The client data that the browser collects (WebAuthn §5.8.1).
struct ClientData {
    static let maximumBytes = 4_096

    enum Kind: String {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    let bytes: [UInt8]

    /// The part that an authenticator signs.
    var hash: [UInt8] { SHA256.hash(bytes) }

    /// Checks type, challenge, origin and token binding.
    ///
    /// - Parameter first: the number of the first of these steps in the standard.
    func check(
        _ kind: Kind, _ challenge: Challenge, _ site: RelyingPartyID, _ ceremony: WebAuthnError.Ceremony,
        firstStep first: Int
    ) throws(WebAuthnError) {
        guard bytes.count <= Self.maximumBytes, let json = JSON(parsing: bytes), json.object != nil else {
            throw WebAuthnError(ceremony, first, "the client data is not a JSON object")
        }
        guard json["type"]?.string == kind.rawValue else { throw WebAuthnError(ceremony, first + 1, "wrong type") }
        guard let sent = json["challenge"]?.string, ConstantTime.areEqual(sent, challenge.text) else {
            throw WebAuthnError(ceremony, first + 2, "wrong challenge")
        }
        // Level 3 adds `crossOrigin`, set for a page in a frame of another site.
        guard json["origin"]?.string == site.origin, json["crossOrigin"]?.bool ?? false == false else {
            throw WebAuthnError(ceremony, first + 3, "wrong origin")
        }
        // TLS is used without Token Binding (RFC 8471), so no client data may claim it.
        guard json["tokenBinding"]?["status"]?.string != "present" else {
            throw WebAuthnError(ceremony, first + 4, "unexpected token binding")
        }
    }
}
