import Cryptography
import JOSE

/// What the browser says it has done (WebAuthn §5.8.1).
struct ClientData {
    static let maximumBytes = 4_096

    enum Kind: String {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    let bytes: [UInt8]

    /// What an authenticator signs of it.
    var hash: [UInt8] { SHA256.hash(bytes) }

    /// Checks type, challenge, origin and token binding.
    ///
    /// - Parameter first: the step of the standard that checks the JSON; the others follow it.
    func check(
        _ kind: Kind, _ challenge: Challenge, _ site: RelyingPartyID, _ ceremony: Refusal.Ceremony, firstStep first: Int
    ) throws(Refusal) {
        guard bytes.count <= Self.maximumBytes, let json = JSON(parsing: bytes), json.object != nil else {
            throw Refusal(ceremony, first, "the client data is no JSON object")
        }
        guard json["type"]?.string == kind.rawValue else { throw Refusal(ceremony, first + 1, "another type") }
        guard let sent = json["challenge"]?.string, ConstantTime.areEqual(sent, challenge.text) else {
            throw Refusal(ceremony, first + 2, "another challenge")
        }
        // Level 3 adds that a page in a frame of another site says so.
        guard json["origin"]?.string == site.origin, json["crossOrigin"]?.bool ?? false == false else {
            throw Refusal(ceremony, first + 3, "another origin")
        }
        // TLS without Token Binding (RFC 8471): nothing may claim to have used it.
        guard json["tokenBinding"]?["status"]?.string != "present" else {
            throw Refusal(ceremony, first + 4, "token binding")
        }
    }
}
