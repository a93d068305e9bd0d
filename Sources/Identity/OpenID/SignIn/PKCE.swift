import Cryptography

/// Proof Key for Code Exchange (RFC 7636), always with S256.
enum PKCE {
    static let method = "S256"
    /// Gives 43 characters, the minimum of the standard (§4.1), with full entropy.
    static let verifierBytes = 32

    static func challenge(of verifier: Secret) -> String {
        Base64URL.encode(SHA256.hash(Array(verifier.revealed.utf8)))
    }
}
