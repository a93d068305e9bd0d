/// The keys with which somebody signs (RFC 7517 §5). Keys that can't be used here are left out, as the standard wants.
public struct KeySet: Sendable, Hashable {
    /// How many keys a set may have; more is taken for a mistake or an attack.
    public static let maximumKeys = 100
    /// How long a set may be, in bytes.
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

    /// The one key for a token that says `keyID` and `algorithm`. A token that names no key gets one only where no
    /// second would do (OpenID Connect Core §10.1).
    func key(_ keyID: String?, for algorithm: SignatureAlgorithm) throws(JOSEError) -> VerificationKey {
        let usable = keys.filter { $0.isUsable(for: algorithm) && (keyID == nil || $0.keyID == keyID) }
        guard let first = usable.first else { throw .unknownKey(keyID: keyID?.quotable) }
        guard usable.count == 1 else { throw .ambiguousKey }
        return first
    }
}
