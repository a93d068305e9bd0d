public import Bytes

/// The public keys of an issuer (RFC 7517 §5). Unsupported keys are ignored, as the standard demands.
public struct KeySet: Sendable, Hashable {
    /// The maximum number of keys in a set.
    public static let maximumKeys = 100
    /// The maximum length of a set in JSON.
    public static let maximumBytes = 256 << 10

    public let keys: [VerificationKey]

    public init(_ keys: [VerificationKey]) { self.keys = keys }

    /// Reads `{"keys":[…]}`.
    public init(parsing bytes: [UInt8]) throws(JOSEError) {
        guard bytes.count <= Self.maximumBytes else { throw .tooLarge }
        guard let listed = JSON(parsing: bytes)?["keys"]?.array, listed.count <= Self.maximumKeys else {
            throw .invalidKey("not a key set")
        }
        keys = listed.compactMap { try? VerificationKey(jwk: $0) }
    }

    /// The set as `{"keys":[…]}`.
    public var json: JSON { ["keys": .array(keys.map(\.jwk))] }

    /// The key for a token with this `kid` and algorithm. A token without `kid` gets a key only if exactly one matches
    /// (OpenID Connect Core §10.1).
    func key(_ keyID: String?, for algorithm: SignatureAlgorithm) throws(JOSEError) -> VerificationKey {
        let usable = keys.filter { $0.isUsable(for: algorithm) && (keyID == nil || $0.keyID == keyID) }
        guard let first = usable.first else { throw .unknownKey(keyID: keyID?.quotable) }
        guard usable.count == 1 else { throw .ambiguousKey }
        return first
    }
}
