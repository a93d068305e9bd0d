public import Bytes
import Cryptography

/// A private key that signs tokens: for Apple's client secret, and for `private_key_jwt`.
public struct SigningKey: Sendable {
    private enum Material: Sendable {
        case rsa(PrivateKeyComponents.RSA)
        case p256(x: [UInt8], y: [UInt8], d: [UInt8])
    }

    public let algorithm: SignatureAlgorithm
    /// The `kid` that its tokens carry.
    public let keyID: String?
    private let material: Material

    /// Reads a private key in PEM (see `PrivateKeyComponents`). P-256 signs with ES256, RSA with RS256 unless
    /// `algorithm` is set.
    /// - Throws: `JOSEError.invalidKey`, also if `algorithm` does not fit the key.
    public init(pem: String, keyID: String?, algorithm: SignatureAlgorithm? = nil) throws(JOSEError) {
        switch PrivateKeyComponents(pem: pem) {
        case .p256(let x, let y, let d)?: material = .p256(x: x, y: y, d: d)
        case .rsa(let key)?: material = .rsa(key)
        case nil: throw .invalidKey("not a PEM of a private key on P-256 or of RSA")
        }
        self.keyID = keyID
        switch material {
        case .p256: self.algorithm = algorithm ?? .es256
        case .rsa: self.algorithm = algorithm ?? .rs256
        }
        try check()
    }

    /// Reads a private JWK with its `kid` and `alg`.
    public init(jwk: JSON) throws(JOSEError) {
        func bytes(_ name: String) throws(JOSEError) -> [UInt8] {
            guard let bytes = jwk[name]?.string.flatMap({ Base64URL.decode($0) }) else {
                throw .invalidKey("a number is missing")
            }
            return bytes
        }
        switch (jwk["kty"], jwk["crv"]) {
        case ("RSA", _):
            material = .rsa(
                PrivateKeyComponents.RSA(
                    n: try bytes("n"), e: try bytes("e"), d: try bytes("d"), p: try bytes("p"), q: try bytes("q"),
                    dp: try bytes("dp"), dq: try bytes("dq"), qi: try bytes("qi")))
            algorithm = jwk["alg"]?.string.flatMap { SignatureAlgorithm(rawValue: $0) } ?? .rs256
        case ("EC", "P-256"):
            let d = try bytes("d")
            guard d.count == VerificationKey.coordinateBytes else { throw .invalidKey("its size") }
            material = .p256(x: try bytes("x"), y: try bytes("y"), d: d)
            algorithm = jwk["alg"]?.string.flatMap { SignatureAlgorithm(rawValue: $0) } ?? .es256
        default: throw .invalidKey("its kind")
        }
        keyID = jwk["kid"]?.string
        try check()
    }

    /// A new key.
    public static func random(_ algorithm: SignatureAlgorithm, keyID: String? = nil) throws(JOSEError) -> SigningKey {
        guard case .object(var jwk) = try JOSEKey.random(algorithm) else { throw .invalidKey("it could not be made") }
        jwk["kid"] = keyID.map { .string($0) }
        jwk["alg"] = .string(algorithm.rawValue)
        return try SigningKey(jwk: .object(jwk))
    }

    /// The public key that verifies this key's signatures.
    public var verificationKey: VerificationKey {
        let material: VerificationKey.Material =
            switch material {
            case .rsa(let key): .rsa(modulus: key.n, exponent: key.e)
            case .p256(let x, let y, _): .p256(x: x, y: y)
            }
        return VerificationKey(material: material, keyID: keyID, algorithm: algorithm)
    }

    /// `claims` as a signed token in compact serialisation.
    ///
    /// - Parameter type: the header's `typ`.
    public func sign(_ claims: [String: JSON], type: String? = nil) throws(JOSEError) -> String {
        var header = ["alg": algorithm.rawValue]
        header["kid"] = keyID
        header["typ"] = type
        return try JOSEKey(privateJWK).sign(JSON.object(claims).bytes, header: header)
    }

    /// Throws unless this module would accept the key for verification.
    private func check() throws(JOSEError) {
        let key = try VerificationKey(jwk: verificationKey.jwk)
        guard key.isUsable(for: algorithm) else { throw .invalidKey("its algorithm is for other keys") }
    }

    private var privateJWK: JSON {
        guard case .object(var members) = verificationKey.jwk else { preconditionFailure("a JWK is an object") }
        switch material {
        case .rsa(let key):
            let numbers = ["d": key.d, "p": key.p, "q": key.q, "dp": key.dp, "dq": key.dq, "qi": key.qi]
            for (name, number) in numbers { members[name] = .string(Base64URL.encode(number)) }
        case .p256(_, _, let d): members["d"] = .string(Base64URL.encode(d))
        }
        return .object(members)
    }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
    /// Without the key itself, as it may be logged with a value that contains it.
    public var description: String { "\(algorithm.rawValue) signing key \(keyID ?? "without an identifier")" }

    public var customMirror: Mirror { Mirror(self, children: ["algorithm": algorithm]) }
}
