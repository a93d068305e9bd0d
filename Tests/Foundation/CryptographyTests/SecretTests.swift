import Cryptography
import Testing

@Suite struct SecretTests {
    /// RFC 4231, test cases 1, 2 and 6.
    @Test func `HMAC gives what the standard's examples say`() {
        let examples: [(key: [UInt8], message: String, code: String)] = [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ]
        for (key, message, code) in examples {
            #expect(Hexadecimal.encode(HMACSHA256.code(for: Array(message.utf8), key: key)) == code)
        }
        // Known from other implementations: the code of an empty message with an empty key.
        #expect(
            Hexadecimal.encode(HMACSHA256.code(for: [], key: []))
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test func `a code is valid for its message and its key only`() {
        let (message, key): ([UInt8], [UInt8]) = ([1, 2, 3], [4, 5])
        let code = HMACSHA256.code(for: message, key: key)
        #expect(HMACSHA256.isValid(code, for: message, key: key))
        #expect(!HMACSHA256.isValid(code, for: [1, 2], key: key))
        #expect(!HMACSHA256.isValid(code, for: message, key: [4]))
        #expect(!HMACSHA256.isValid([], for: message, key: key))
        #expect(!HMACSHA256.isValid(Array(code.dropLast()), for: message, key: key))
    }

    @Test func `comparison finds every difference`() {
        #expect(ConstantTime.areEqual([], []))
        #expect(ConstantTime.areEqual("same", "same"))
        for other in ["", "sam", "same ", "Same", "samf"] { #expect(!ConstantTime.areEqual("same", other)) }
    }

    @Test func `random bytes have the requested number and differ each time`() {
        for count in [0, 1, 7, 8, 9, 32] { #expect(SecureRandom.bytes(count).count == count) }
        #expect(Set((0..<100).map { _ in SecureRandom.bytes(16) }).count == 100)
    }

    /// RFC 4648 §10, in the URL-safe alphabet and without padding.
    @Test func `base64url gives what the standard says`() {
        let examples = ["": "", "f": "Zg", "fo": "Zm8", "foo": "Zm9v", "foob": "Zm9vYg", "fooba": "Zm9vYmE"]
        for (text, encoded) in examples {
            #expect(Base64URL.encode(Array(text.utf8)) == encoded)
            #expect(Base64URL.decode(encoded) == Array(text.utf8))
        }
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        for count in 0..<70 {
            let bytes = SecureRandom.bytes(count)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }

    @Test func `base64url accepts only one encoding of each value`() {
        for wrong in ["Zg==", "Z", "Zh", "Zm9", "Zm 9v", "Zm9v\n", "+_8", "-/8", "é"] {
            #expect(Base64URL.decode(wrong) == nil, "\(wrong)")
        }
    }
}
