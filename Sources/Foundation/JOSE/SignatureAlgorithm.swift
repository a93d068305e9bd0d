/// How a token is signed (RFC 7518 §3.1): the three asymmetric algorithms that providers use.
///
/// There is neither `none` nor any with a shared secret, so no token can ask for them.
public enum SignatureAlgorithm: String, Sendable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// RSASSA-PSS with SHA-256.
    case ps256 = "PS256"
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
}
