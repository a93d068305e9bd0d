import Cryptography
import JOSE
import Testing

@Suite struct TokenFormTests {
    private static let header = Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8))

    @Test(arguments: [
        "", ".", "..", "...", "....", "a", "a.b", "\(header).", "\(header)..", "\(header)...", ".\(header).",
        "..\(header)",
        "\(header).e30", "\(header).e30.a.b", "\(header).e30.=", "\(header).e3.", "\(header).e30 .", " \(header).e30.",
        "\(header)\u{301}.e30.", "\(header).\u{301}e30.", "\(header).e30.\u{301}", "\(header).e30.\r\n",
        "\(header).e30.\u{0}", "e30.e30.", "\(header).e30\u{FF0E}.",
    ])
    func `a token needs three parts with a header and a payload`(text: String) {
        #expect(throws: JOSEError.self) { try CompactToken(text) }
    }

    @Test(arguments: ["e30", "W10", "bnVsbA", "IiI", "AA", "_w", "eyJleHAiOiJub3cifQ", "eyJzdWIiOjF9"])
    func `a payload without expiry and subject has neither`(payload: String) throws {
        for signature in ["", "AA", String(repeating: "A", count: 43)] {
            let token = try CompactToken("\(Self.header).\(payload).\(signature)")
            #expect(token.unverifiedExpiry == nil)
            #expect(token.unverifiedSubject == nil)
        }
    }

    @Test func `no text of a token's characters crashes the program`() {
        var random = SystemRandomNumberGenerator()
        let pieces = ["", ".", ".", "e30", "A", "=", "-_", "\u{301}", "\u{600}", "\r\n", "\0", "eyJleHAiOjF9", "縁"]
        for _ in 0..<4_000 {
            let rest = (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement() ?? "" }.joined()
            let text = "\(Self.header).\(rest)"
            guard let token = try? CompactToken(text) else { continue }
            _ = token.unverifiedExpiry
            _ = token.unverifiedSubject
            _ = try? token.verified(with: KeySet([]), allowing: Set(SignatureAlgorithm.allCases))
        }
    }

    @Test func `a token without a payload is rejected before its signature is checked`() throws {
        let key = try SigningKey.random(.es256)
        let header = Base64URL.encode(Array(#"{"alg":"ES256"}"#.utf8))
        let signature = Base64URL.encode([UInt8](repeating: 1, count: 64))
        #expect(throws: JOSEError.malformed("payload")) {
            try CompactToken("\(header)..\(signature)")
                .verified(with: KeySet([key.verificationKey]), allowing: [.es256])
        }
    }
}
