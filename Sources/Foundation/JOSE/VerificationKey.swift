public import Bytes
import Cryptography

/// A public key that verifies signatures, and its permitted use (RFC 7517).
public struct VerificationKey: Sendable, Hashable {
    public enum Material: Sendable, Hashable {
        /// Big-endian numbers without leading zeros.
        case rsa(modulus: [UInt8], exponent: [UInt8])
        /// A point on NIST P-256; each coordinate has 32 bytes.
        case p256(x: [UInt8], y: [UInt8])
    }

    /// Accepted RSA moduli, in bytes: 2,048 bits (RFC 7518 §3.3) to 8,192, as verification with larger ones is too
    /// slow.
    public static let modulusBytes = 256...1_024
    static let coordinateBytes = 32
    private static let maximumExponentBytes = 4

    public let keyID: String?
    public let material: Material
    /// The only permitted algorithm, if the key names one.
    public let algorithm: SignatureAlgorithm?

    /// Reads a JWK.
    /// - Throws: `JOSEError.invalidKey` for private and symmetric keys, keys that are not for signatures, unsupported
    ///   types, curves and algorithms, and sizes outside the limits.
    public init(jwk: JSON) throws(JOSEError) {
        guard jwk["d"] == nil, jwk["k"] == nil else { throw .invalidKey("it is not public") }
        guard jwk["use"].map({ $0 == "sig" }) ?? true,
            jwk["key_ops"].map({ $0.array?.contains("verify") ?? false }) ?? true
        else { throw .invalidKey("it is not for signatures") }
        material = try Self.material(jwk)
        if let name = jwk["alg"] {
            guard let algorithm = name.string.flatMap({ SignatureAlgorithm(rawValue: $0) }) else {
                throw .invalidKey("its algorithm is not supported")
            }
            self.algorithm = algorithm
        } else {
            algorithm = nil
        }
        keyID = jwk["kid"]?.string
        guard algorithm.map(isUsable) ?? true else { throw .invalidKey("its algorithm is for other keys") }
    }

    init(material: Material, keyID: String?, algorithm: SignatureAlgorithm?) {
        self.material = material
        self.keyID = keyID
        self.algorithm = algorithm
    }

    private static func material(_ jwk: JSON) throws(JOSEError) -> Material {
        func bytes(_ name: String) -> [UInt8]? { jwk[name]?.string.flatMap { Base64URL.decode($0) } }
        switch jwk["kty"] {
        case "RSA":
            guard let modulus = bytes("n"), let exponent = bytes("e") else { throw .invalidKey("a number is missing") }
            guard modulusBytes.contains(modulus.count), modulus.first != 0 else { throw .invalidKey("its size") }
            guard (1...maximumExponentBytes).contains(exponent.count), exponent.first != 0,
                exponent.last.map({ $0 & 1 == 1 }) ?? false, exponent != [1]
            else { throw .invalidKey("its exponent") }
            return .rsa(modulus: modulus, exponent: exponent)
        case "EC":
            guard jwk["crv"] == "P-256" else { throw .invalidKey("its curve") }
            guard let x = bytes("x"), let y = bytes("y"), x.count == coordinateBytes, y.count == coordinateBytes else {
                throw .invalidKey("its point")
            }
            return .p256(x: x, y: y)
        default: throw .invalidKey("its kind")
        }
    }

    /// Whether the key's type and its `alg` permit `algorithm`.
    func isUsable(for algorithm: SignatureAlgorithm) -> Bool {
        guard self.algorithm == nil || self.algorithm == algorithm else { return false }
        return switch (material, algorithm) {
        case (.rsa, .rs256), (.rsa, .ps256), (.p256, .es256): true
        default: false
        }
    }

    /// The length of this key's signatures, in bytes.
    var signatureBytes: Int {
        switch material {
        case .rsa(let modulus, _): modulus.count
        case .p256: Self.coordinateBytes * 2
        }
    }

    /// The key as a JWK.
    public var jwk: JSON {
        var members: [String: JSON] =
            switch material {
            case .rsa(let modulus, let exponent):
                [
                    "kty": "RSA", "n": .string(Base64URL.encode(modulus)),
                    "e": .string(Base64URL.encode(exponent)),
                ]
            case .p256(let x, let y):
                [
                    "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(x)),
                    "y": .string(Base64URL.encode(y)),
                ]
            }
        members["kid"] = keyID.map { .string($0) }
        members["alg"] = algorithm.map { .string($0.rawValue) }
        members["use"] = "sig"
        return .object(members)
    }
}
