import Cryptography

/// A signed token as it arrives, not yet believed (JWS in compact serialisation, RFC 7515 §7.1).
///
/// What it says can be read only after `verified`. Keys and addresses of keys in its header (`jwk`, `jku`, `x5c`, `x5u`)
/// are never looked at.
public struct CompactToken: Sendable {
    /// How long a token may be, in bytes: some providers list a person's groups in it.
    public static let maximumBytes = 32 << 10
    static let maximumHeaderBytes = 4 << 10

    /// What the token says of itself, for choosing among trusted keys only.
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

    /// Takes a token apart.
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
        // An unsigned token has an empty signature. It can be read, but `verified` refuses it.
        guard let signature = Base64URL.decode(parts[2]) else { throw .malformed("signature") }
        self.text = text
        self.payload = payload
        self.header = try Header(header)
        self.signature = signature
    }

    /// When the token says that it ends, in seconds since 1970. Nobody has vouched for it: it may decide when to ask for
    /// a newer token, and nothing else.
    public var unverifiedExpiry: Double? { JSON(parsing: payload)?["exp"]?.number }

    /// Who the token says that it is about. Nobody has vouched for it: to be believed only of a token that came straight
    /// from its issuer over TLS (OpenID Connect Core §3.1.3.7, 6).
    public var unverifiedSubject: String? { JSON(parsing: payload)?["sub"]?.string }

    /// The token, where one of `keys` has signed it with one of `algorithms`.
    ///
    /// - Parameters:
    ///   - algorithms: what the provider was configured or announced to sign with; the token only chooses among them.
    public func verified(
        with keys: KeySet, allowing algorithms: Set<SignatureAlgorithm>
    ) throws(JOSEError) -> VerifiedToken {
        guard let algorithm = SignatureAlgorithm(rawValue: header.algorithm), algorithms.contains(algorithm) else {
            throw .algorithmNotAllowed(header.algorithm.quotable)
        }
        let key = try keys.key(header.keyID, for: algorithm)
        // libcjose halves whatever length an ECDSA signature has, and takes some that are not one.
        guard signature.count == key.signatureBytes else { throw .invalidSignature }
        let payload = try JOSEKey(key).verify(text)
        guard let claims = JSON(parsing: payload)?.object else { throw .malformed("payload") }
        return VerifiedToken(algorithm: algorithm, type: header.type, claims: claims)
    }
}

extension CompactToken.Header {
    /// Reads a header; fails where anything in it would have to be understood and is not.
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

/// What a trusted key has signed. Whether it is meant for us, and still good, is yet to be checked.
public struct VerifiedToken: Sendable, Equatable {
    public let algorithm: SignatureAlgorithm
    /// The header's `typ`, as it was sent.
    public let type: String?
    public let claims: [String: JSON]
}
