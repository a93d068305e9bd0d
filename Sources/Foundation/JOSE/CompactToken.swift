public import Bytes
import Cryptography

/// A signed token before verification (JWS in compact serialisation, RFC 7515 §7.1).
///
/// Its claims can be read only after `verified`. Keys and key URLs in its header (`jwk`, `jku`, `x5c`, `x5u`) are
/// ignored.
public struct CompactToken: Sendable {
    /// The maximum length of a token; some providers put a person's groups into it.
    public static let maximumBytes = 32 << 10
    static let maximumHeaderBytes = 4 << 10

    /// The token's own header; used only for choosing among trusted keys.
    struct Header: Sendable {
        let algorithm: String
        let keyID: String?
        let type: String?
    }

    let text: String
    let header: Header
    /// The decoded payload.
    private let payload: [UInt8]
    let signature: [UInt8]

    /// Splits a token into its parts.
    public init(_ text: some StringProtocol) throws(JOSEError) {
        let text = String(text)
        guard text.utf8.count <= Self.maximumBytes else { throw .tooLarge }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Substring.init)
        guard parts.count == 3 else { throw .malformed("form") }
        guard let header = Base64URL.decode(parts[0]), !header.isEmpty, header.count <= Self.maximumHeaderBytes else {
            throw .malformed("header")
        }
        // The payload is a JSON object, so it can't be empty.
        guard let payload = Base64URL.decode(parts[1]), !payload.isEmpty else { throw .malformed("payload") }
        // An unsigned token has an empty signature. It can be parsed, but `verified` rejects it.
        guard let signature = Base64URL.decode(parts[2]) else { throw .malformed("signature") }
        self.text = text
        self.payload = payload
        self.header = try Header(header)
        self.signature = signature
    }

    /// The `exp` claim, in seconds since 1970. It is not verified: use it only for deciding when to refresh a token.
    public var unverifiedExpiry: Double? { JSON(parsing: payload)?["exp"]?.number }

    /// The `sub` claim. It is not verified: trust it only in a token received directly from its issuer over TLS (OpenID
    /// Connect Core §3.1.3.7, 6).
    public var unverifiedSubject: String? { JSON(parsing: payload)?["sub"]?.string }

    /// The token, if it is signed by one of `keys` with one of `algorithms`.
    ///
    /// - Parameters:
    ///   - algorithms: those that were configured for the provider or that it announced; the token only chooses among
    ///     them.
    public func verified(
        with keys: KeySet, allowing algorithms: Set<SignatureAlgorithm>
    ) throws(JOSEError) -> VerifiedToken {
        guard let algorithm = SignatureAlgorithm(rawValue: header.algorithm), algorithms.contains(algorithm) else {
            throw .algorithmNotAllowed(header.algorithm.quotable)
        }
        let key = try keys.key(header.keyID, for: algorithm)
        // libcjose splits an ECDSA signature of any length in halves and accepts some of a wrong length.
        guard signature.count == key.signatureBytes else { throw .invalidSignature }
        let payload = try JOSEKey(key).verify(text)
        guard let claims = JSON(parsing: payload)?.object else { throw .malformed("payload") }
        return VerifiedToken(algorithm: algorithm, type: header.type, claims: claims)
    }
}

extension CompactToken.Header {
    /// Parses a header; fails for critical extensions and missing or unknown members that matter.
    init(_ bytes: [UInt8]) throws(JOSEError) {
        guard let members = JSON(parsing: bytes)?.object, let algorithm = members["alg"]?.string else {
            throw .malformed("header")
        }
        guard members["crit"] == nil, members["b64"] == nil else { throw .criticalExtension }
        for name in ["kid", "typ"] where members[name] != nil {
            guard members[name]?.string != nil else { throw .malformed("header") }
        }
        self.algorithm = algorithm
        keyID = members["kid"]?.string
        type = members["typ"]?.string
    }
}

/// A token with a valid signature. Its audience and validity period are not checked yet.
public struct VerifiedToken: Sendable, Equatable {
    public let algorithm: SignatureAlgorithm
    /// The header's `typ`.
    public let type: String?
    public let claims: [String: JSON]
}
