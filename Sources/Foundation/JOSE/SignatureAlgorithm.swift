/// The signature algorithm of a token (RFC 7518 §3.1): the three asymmetric ones that providers use.
///
/// `none` and symmetric algorithms do not exist here, so no token can select them.
public enum SignatureAlgorithm: String, Sendable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// RSASSA-PSS with SHA-256.
    case ps256 = "PS256"
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
}
