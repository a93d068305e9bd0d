import Bytes
import Cryptography
import JOSE
import Testing

/// Creates signatures that no valid key would.
private func forged(
    header: JSON, claims: JSON = ["sub": "1"], signature: (String) -> [UInt8] = { _ in [] }
) -> String {
    let input = Base64URL.encode(header.bytes) + "." + Base64URL.encode(claims.bytes)
    return input + "." + Base64URL.encode(signature(input))
}

private func verify(
    _ token: String, _ keys: [VerificationKey], _ algorithms: Set<SignatureAlgorithm> = Set(SignatureAlgorithm.allCases)
) throws(JOSEError) -> VerifiedToken {
    try CompactToken(token).verified(with: KeySet(keys), allowing: algorithms)
}

@Suite struct VerificationTests {
    @Test func `the standard's example tokens are accepted`() throws {
        let rsa = try VerificationKey(jwk: ["kty": "RSA", "n": .string(StandardExamples.modulus), "e": "AQAB"])
        let p256 = try VerificationKey(
            jwk: ["kty": "EC", "crv": "P-256", "x": .string(StandardExamples.x), "y": .string(StandardExamples.y)])
        let claims: [String: JSON] = ["iss": "joe", "exp": 1_300_819_380, "http://example.com/is_root": true]
        #expect(try verify(StandardExamples.rs256Token, [rsa]).claims == claims)
        #expect(try verify(StandardExamples.es256Token, [p256]).claims == claims)
        #expect(throws: JOSEError.invalidSignature) { try verify(StandardExamples.rs256Token + "A", [rsa]) }
    }

    @Test(arguments: SignatureAlgorithm.allCases)
    func `a signature is verified by its own public key and no other`(algorithm: SignatureAlgorithm) throws {
        let key = try SigningKey.random(algorithm, keyID: "1")
        let token = try key.sign(["sub": "縁側", "aud": ["a", "b"]], type: "JWT")
        let verified = try verify(token, [key.verificationKey], [algorithm])
        #expect(verified.claims == ["sub": "縁側", "aud": ["a", "b"]])
        #expect(verified.algorithm == algorithm)
        #expect(verified.type == "JWT")
        let other = try SigningKey.random(algorithm, keyID: "1")
        #expect(throws: JOSEError.invalidSignature) { try verify(token, [other.verificationKey]) }
    }

    @Test func `a change in any part of a token is detected`() throws {
        let key = try SigningKey.random(.es256)
        let token = try key.sign(["sub": "1"])
        for index in token.indices where token[index] != "." {
            let other: Character = token[index] == "A" ? "B" : "A"
            let changed = token.replacingCharacters(at: index, by: other)
            #expect(throws: JOSEError.self) { try verify(changed, [key.verificationKey]) }
        }
    }

    @Test func `an unsigned token is rejected, in any spelling of none`() throws {
        let key = try SigningKey.random(.rs256)
        for name in ["none", "None", "NONE", "nOnE", ""] {
            let token = forged(header: ["alg": .string(name)])
            #expect(throws: JOSEError.algorithmNotAllowed(name)) { try verify(token, [key.verificationKey]) }
        }
        for header: JSON in [[:], ["alg": .null], ["alg": 1], ["alg": ["RS256"]], "RS256"] {
            #expect(throws: JOSEError.malformed("header")) { try verify(forged(header: header), [key.verificationKey]) }
        }
    }

    @Test func `the public key is not accepted as a shared secret`() throws {
        let key = try SigningKey.random(.rs256, keyID: "1")
        let jwk = key.verificationKey.jwk
        let secrets: [[UInt8]] = [
            jwk.bytes, Base64URL.decode(jwk["n"]?.string ?? "") ?? [], Array((jwk["n"]?.string ?? "").utf8),
        ]
        for secret in secrets {
            let token = forged(header: ["alg": "HS256", "kid": "1"]) { input in
                HMACSHA256.code(for: Array(input.utf8), key: secret)
            }
            #expect(throws: JOSEError.algorithmNotAllowed("HS256")) { try verify(token, [key.verificationKey]) }
        }
    }

    @Test func `only an expected algorithm is accepted, even if the key supports others`() throws {
        let key = try SigningKey.random(.ps256, keyID: "1")
        let published = try VerificationKey(jwk: key.verificationKey.jwk.without("alg"))
        let token = try key.sign(["sub": "1"])
        #expect(throws: Never.self) { try verify(token, [published], [.ps256]) }
        #expect(throws: JOSEError.algorithmNotAllowed("PS256")) { try verify(token, [published], [.rs256, .es256]) }
        #expect(throws: JOSEError.algorithmNotAllowed("PS256")) { try verify(token, [published], []) }
    }

    @Test func `a key with an algorithm is used for no other algorithm`() throws {
        let key = try SigningKey.random(.rs256, keyID: "1")
        guard case .object(var jwk) = key.verificationKey.jwk else { return }
        jwk["alg"] = "PS256"
        let other = try VerificationKey(jwk: .object(jwk))
        #expect(throws: JOSEError.unknownKey(keyID: "1")) { try verify(try key.sign([:]), [other]) }
    }

    @Test func `a key of another type with the same identifier is not used`() throws {
        let (rsa, p256) = (try SigningKey.random(.rs256, keyID: "1"), try SigningKey.random(.es256, keyID: "1"))
        #expect(throws: JOSEError.unknownKey(keyID: "1")) {
            try verify(try rsa.sign([:]), [p256.verificationKey])
        }
        #expect(throws: Never.self) {
            try verify(try rsa.sign([:]), [p256.verificationKey, rsa.verificationKey])
        }
    }

    @Test func `an unknown key and an ambiguous one are different errors`() throws {
        let keys = try (0..<2).map { try SigningKey.random(.es256, keyID: "\($0)") }
        let published = keys.map(\.verificationKey)
        let stranger = try SigningKey.random(.es256, keyID: "new")
        let nameless = try SigningKey(pem: StandardExamples.p256PEM, keyID: nil)
        #expect(throws: JOSEError.unknownKey(keyID: "new")) { try verify(try stranger.sign([:]), published) }
        #expect(throws: JOSEError.ambiguousKey) { try verify(try nameless.sign([:]), published) }
        #expect(throws: Never.self) {
            try verify(try nameless.sign([:]), [nameless.verificationKey])
        }
        #expect(throws: JOSEError.unknownKey(keyID: nil)) { try verify(try nameless.sign([:]), []) }
    }

    @Test func `keys in the token's header are ignored`() throws {
        let (ours, theirs) = (try SigningKey.random(.es256, keyID: "1"), try SigningKey.random(.es256, keyID: "1"))
        let token = try theirs.sign(["sub": "1"])
        let parts = token.split(separator: ".")
        let header: JSON = ["alg": "ES256", "kid": "1", "jwk": theirs.verificationKey.jwk, "jku": "https://evil.test"]
        let brought = Base64URL.encode(header.bytes) + "." + parts[1] + "." + parts[2]
        #expect(throws: JOSEError.invalidSignature) { try verify(brought, [ours.verificationKey]) }
    }

    @Test func `critical extensions are rejected`() throws {
        let key = try SigningKey.random(.es256)
        for header: JSON in [
            ["alg": "ES256", "crit": ["exp"]], ["alg": "ES256", "crit": []], ["alg": "ES256", "b64": false],
        ] {
            #expect(throws: JOSEError.criticalExtension) { try verify(forged(header: header), [key.verificationKey]) }
        }
    }

    @Test func `a duplicate member makes a token invalid`() throws {
        let key = try SigningKey.random(.es256)
        let header = Base64URL.encode(Array(#"{"alg":"none","alg":"ES256"}"#.utf8))
        #expect(throws: JOSEError.malformed("header")) { try verify("\(header).e30.AA", [key.verificationKey]) }
    }

    @Test func `a token needs three parts in base64url`() throws {
        for text in ["", ".", "..", "a.b", "a.b.c.d", "e30.e30", "e30=.e30.AA", "eyJ.e30.AA", " e30.e30.AA", "{}"] {
            #expect(throws: JOSEError.self) { try CompactToken(text) }
        }
        let huge = "e30." + String(repeating: "A", count: CompactToken.maximumBytes) + ".AA"
        #expect(throws: JOSEError.tooLarge) { try CompactToken(huge) }
    }

    @Test func `signatures of a wrong length are rejected before they reach the library`() throws {
        let key = try SigningKey.random(.es256)
        let token = try key.sign(["sub": "1"])
        let parts = token.split(separator: ".")
        let signature = try #require(Base64URL.decode(parts[2]))
        // r and s with a leading zero each: the same numbers, but not a valid ES256 signature (RFC 7518 §3.4).
        let padded = [0] + signature.prefix(32) + [0] + signature.suffix(32)
        for wrong in [padded, [], Array(signature.dropLast()), signature + [0]] {
            let changed = "\(parts[0]).\(parts[1]).\(Base64URL.encode(wrong))"
            #expect(throws: JOSEError.invalidSignature) { try verify(changed, [key.verificationKey]) }
        }
    }

    @Test func `many threads verify at once`() async throws {
        let key = try SigningKey.random(.es256)
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let token = try key.sign(["n": .number(Double(number))])
                    #expect(try verify(token, [key.verificationKey]).claims["n"] == .number(Double(number)))
                }
            }
            try await group.waitForAll()
        }
    }
}
