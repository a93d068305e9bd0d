import Cryptography

/// Proof that who exchanges a code is who asked for it (RFC 7636), always by S256.
enum PKCE {
    static let method = "S256"
    /// Makes 43 characters, the shortest that the standard allows (§4.1) and all the entropy that counts.
    static let verifierBytes = 32

    static func challenge(of verifier: Secret) -> String {
        Base64URL.encode(SHA256.hash(Array(verifier.revealed.utf8)))
    }
}
