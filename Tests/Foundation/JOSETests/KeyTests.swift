import Bytes
import Cryptography
import JOSE
import Testing

extension JSON {
    func without(_ name: String) -> JSON {
        var members = object ?? [:]
        members[name] = nil
        return .object(members)
    }

    func with(_ name: String, _ value: JSON) -> JSON {
        var members = object ?? [:]
        members[name] = value
        return .object(members)
    }
}

extension String {
    func replacingCharacters(at index: Index, by character: Character) -> String {
        String(self[..<index]) + String(character) + String(self[self.index(after: index)...])
    }
}

@Suite struct KeyTests {
    private let rsa: JSON = ["kty": "RSA", "n": .string(StandardExamples.modulus), "e": "AQAB"]
    private let p256: JSON = [
        "kty": "EC", "crv": "P-256", "x": .string(StandardExamples.x), "y": .string(StandardExamples.y),
    ]

    @Test func `a key is parsed with its identifier and algorithm`() throws {
        let key = try VerificationKey(jwk: rsa.with("kid", "k").with("alg", "PS256").with("use", "sig"))
        #expect(key.keyID == "k")
        #expect(key.algorithm == .ps256)
        #expect(try VerificationKey(jwk: key.jwk) == key)
        #expect(try VerificationKey(jwk: p256.with("key_ops", ["verify"])).algorithm == nil)
    }

    @Test func `keys that are not public, not for signatures or not supported are rejected`() {
        let small = Base64URL.encode([UInt8](repeating: 0xFF, count: 255))
        let large = Base64URL.encode([UInt8](repeating: 0xFF, count: 1_025))
        for wrong in [
            rsa.with("d", "AQAB"), p256.with("d", "AQAB"), ["kty": "oct", "k": "AQAB"], rsa.with("k", "AQAB"),
            rsa.with("use", "enc"), rsa.with("key_ops", ["sign"]), rsa.with("key_ops", "verify"),
            rsa.with("alg", "RS512"), rsa.with("alg", "HS256"), rsa.with("alg", "ES256"), p256.with("alg", "RS256"),
            rsa.with("n", .string(small)), rsa.with("n", .string(large)), rsa.with("e", "AQ"), rsa.with("e", "AAEAAQ"),
            rsa.with("e", "AAI"), rsa.with("e", "AQABAQAB"), rsa.without("n"), rsa.without("e"), rsa.with("n", 5),
            p256.with("crv", "P-384"), p256.with("crv", "secp256k1"), p256.with("x", "AQAB"), p256.without("y"),
            ["kty": "OKP", "crv": "Ed25519"], [:], "key", .null,
        ] {
            #expect(throws: JOSEError.self, "\(wrong)") { try VerificationKey(jwk: wrong) }
        }
    }

    @Test func `a point that is not on the curve verifies nothing`() throws {
        let key = try VerificationKey(jwk: p256.with("y", .string(StandardExamples.x)))
        #expect(throws: JOSEError.self) {
            try CompactToken(StandardExamples.es256Token).verified(with: KeySet([key]), allowing: [.es256])
        }
    }

    @Test func `a set keeps the supported keys`() throws {
        let set: JSON = ["keys": [rsa, p256, ["kty": "oct", "k": "AQAB"], rsa.with("use", "enc"), "x"]]
        #expect(try KeySet(parsing: set.bytes).keys.count == 2)
        #expect(try KeySet(parsing: KeySet([]).json.bytes).keys.isEmpty)
    }

    @Test func `an invalid or too large set is rejected`() {
        for wrong: JSON in [[], [:], ["keys": "x"], ["keys": .array(Array(repeating: rsa, count: 101))]] {
            #expect(throws: JOSEError.self) { try KeySet(parsing: wrong.bytes) }
        }
        #expect(throws: JOSEError.tooLarge) {
            try KeySet(parsing: [UInt8](repeating: 0x20, count: KeySet.maximumBytes + 1))
        }
        #expect(throws: JOSEError.self) { try KeySet(parsing: Array("<html>".utf8)) }
    }

    @Test func `private keys are read from PEM`() throws {
        for pem in [StandardExamples.p256PEM, StandardExamples.p256SEC1PEM] {
            let key = try SigningKey(pem: pem, keyID: "k")
            #expect(key.algorithm == .es256)
            #expect(key.verificationKey.jwk["x"] == .string(StandardExamples.x))
            #expect(key.verificationKey.jwk["y"] == .string(StandardExamples.y))
            let token = try CompactToken(key.sign(["sub": "1"]))
            #expect(
                try token.verified(with: KeySet([key.verificationKey]), allowing: [.es256]).claims == ["sub": "1"])
        }
        let key = try SigningKey(pem: StandardExamples.rsaPEM, keyID: nil)
        #expect(key.algorithm == .rs256)
        #expect(key.verificationKey.jwk["n"] == .string(StandardExamples.modulus))
        let published = KeySet([try VerificationKey(jwk: rsa)])
        #expect(throws: Never.self) {
            try CompactToken(try key.sign([:])).verified(with: published, allowing: [.rs256])
        }
    }

    @Test func `an invalid private key and an algorithm for another kind of key are rejected`() {
        for pem in [
            "", "x", StandardExamples.p256PEM.replacing("MIGH", with: "MIGA"), String(repeating: "x", count: 20_000),
        ] {
            #expect(throws: JOSEError.self) { try SigningKey(pem: pem, keyID: nil) }
        }
        #expect(throws: JOSEError.self) {
            try SigningKey(pem: StandardExamples.p256PEM, keyID: nil, algorithm: .rs256)
        }
        #expect(throws: JOSEError.self) {
            try SigningKey(pem: StandardExamples.rsaPEM, keyID: nil, algorithm: .es256)
        }
    }

    @Test func `incomplete private JWKs are rejected`() throws {
        let jwk = p256.with("d", "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI").with("kid", "k")
        let key = try SigningKey(jwk: jwk)
        #expect(key.keyID == "k")
        #expect(
            try CompactToken(key.sign(["sub": "1"])).verified(
                with: KeySet([try VerificationKey(jwk: p256.with("kid", "k"))]), allowing: [.es256]
            ).claims == ["sub": "1"])
        for wrong in [
            p256, jwk.with("d", "AQAB"), jwk.with("crv", "P-384"), jwk.with("alg", "RS256"), rsa.with("d", "AQAB"), [:],
        ] {
            #expect(throws: JOSEError.self, "\(wrong)") { try SigningKey(jwk: wrong) }
        }
    }

    @Test func `the description of a signing key does not reveal it`() throws {
        let key = try SigningKey.random(.es256, keyID: "k")
        for text in ["\(key)", String(reflecting: key), "\(["key": key])"] { #expect(!text.contains("d:")) }
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains("p256"))
        #expect("\(key)" == "ES256 signing key k")
    }
}
