import Cryptography
import Testing

@testable import OneTimePasswords

/// The secret of RFC 4226 appendix D and RFC 6238 appendix B (for SHA-1).
private let secret = TOTPSecret(key: Array("12345678901234567890".utf8))

@Suite struct TOTPTests {
    @Test(
        arguments: zip(
            0...9,
            ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]))
    func `RFC 4226 appendix D`(counter: Int, code: String) throws {
        #expect(try #require(secret).code(step: Int64(counter)) == code)
    }

    @Test(
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Int64, String)])
    func `RFC 6238 appendix B`(seconds: Int64, code: String) throws {
        #expect(try #require(secret).code(step: seconds / TOTPSecret.stepSeconds, digits: 8) == code)
    }

    @Test func `a code is valid in its step and the two adjacent ones only`() throws {
        let secret = TOTPSecret.random()
        let now: Int64 = 1_800_000_000
        let present = now / TOTPSecret.stepSeconds
        for offset: Int64 in -3...3 {
            let found = secret.step(of: secret.code(step: present + offset), at: now, after: nil)
            #expect(found == (abs(offset) <= 1 ? present + offset : nil))
        }
    }

    @Test func `a step is accepted once, and earlier ones are rejected afterwards`() throws {
        let secret = TOTPSecret.random()
        let now: Int64 = 1_800_000_000
        let present = now / TOTPSecret.stepSeconds
        let code = secret.code(step: present)
        #expect(secret.step(of: code, at: now, after: present - 1) == present)
        #expect(secret.step(of: code, at: now, after: present) == nil)
        #expect(secret.step(of: secret.code(step: present - 1), at: now, after: present) == nil)
        #expect(secret.step(of: secret.code(step: present + 1), at: now, after: present) == present + 1)
    }

    @Test func `spaces are ignored, and other texts are not codes`() throws {
        let secret = try #require(secret)
        #expect(secret.step(of: " 287 082 ", at: 59, after: nil) == 1)
        for wrong in ["", "28708", "2870820", "287083", "２８７０８２", "abcdef"] {
            #expect(secret.step(of: wrong, at: 59, after: nil) == nil)
        }
    }

    @Test func `the secret is shown in base32 and contained in the URI`() throws {
        let secret = try #require(secret)
        #expect(secret.typed.revealed == "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")
        #expect(
            secret.uri(issuer: "縁側", account: "a b").revealed
                == "otpauth://totp/%E7%B8%81%E5%81%B4:a%20b?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                + "&issuer=%E7%B8%81%E5%81%B4&algorithm=SHA1&digits=6&period=30")
        #expect("\(secret.typed)" == "(secret)")
    }
}

@Suite struct RecoveryCodeTests {
    @Test func `ten different codes are parsed in any style of typing`() throws {
        let codes = RecoveryCode.set()
        #expect(codes.count == 10)
        #expect(Set(codes.map { $0.hash(owner: "a") }).count == 10)
        for code in codes {
            let shown = code.shown.revealed
            #expect(shown.count == 29)
            for typed in [shown, shown.uppercased(), shown.replacing("-", with: " "), shown.replacing("-", with: "")] {
                #expect(RecoveryCode(typed: typed) == code)
            }
            #expect(RecoveryCode(typed: shown.replacing("o", with: "0").replacing("l", with: "1")) == code)
        }
    }

    @Test func `invalid codes are rejected`() {
        for wrong in [
            "", "abcd-efgh-ijkl-mnop", "abcd-efgh-ijkl-mnop-qrst-uvw!", "abcd-efgh-ijkl-mnop-qrst-uvwx-y",
            "９bcd-efgh-ijkl-mnop-qrst-uvwx",
        ] {
            #expect(RecoveryCode(typed: wrong) == nil)
        }
    }

    @Test func `the hash depends on code and owner`() throws {
        let code = RecoveryCode.random()
        #expect(code.hash(owner: "a") != code.hash(owner: "b"))
        #expect(RecoveryCode(typed: code.shown.revealed)?.hash(owner: "a") == code.hash(owner: "a"))
    }
}
