import Foundation
import JOSE
import SoftwareAuthenticator
import Testing

@testable import WebAuthn

/// Responses whose CBOR declares longer lengths than its content. Declared lengths must not be allocated.
@Suite struct HostileStructureTests {
    private typealias Twist = SoftwareAuthenticator.Twist
    private static let owner: [UInt8] = [1, 2, 3]
    /// An array length that would need 512 MiB of pointers.
    private static let manyItems: UInt64 = 1 << 26
    private static let allowedGrowth = 128 << 20

    /// The peak address space of the process in bytes; `nil` if unknown.
    private func peak() -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmPeak:") })
        else { return nil }
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 }
    }

    private func expectNoGrowth(_ what: String, _ body: () throws -> Void) rethrows {
        let before = peak()
        try body()
        guard let before, let after = peak() else { return }
        #expect(after - before < Self.allowedGrowth, "\(what): \((after - before) >> 20) MiB more")
    }

    static let lies: [(String, [UInt8])] = [
        ("an array", CBOR.declared(4, count: manyItems)),
        ("a map", CBOR.declared(5, count: manyItems)),
        ("bytes", CBOR.declared(2, count: manyItems * 8)),
        ("text", CBOR.declared(3, count: manyItems * 8)),
        ("the most that can be declared", CBOR.declared(4, count: .max)),
        ("nested arrays", (0..<100).flatMap { _ in CBOR.declared(4, count: manyItems >> 4) }),
        ("a value in a map", [0xA1] + CBOR.text("fmt") + CBOR.declared(4, count: manyItems)),
        ("a thousand levels", [UInt8](repeating: 0x81, count: 1_000) + [0]),
        ("indefinite arrays", [UInt8](repeating: 0x9F, count: 3_000)),
        ("an indefinite map", [0xBF] + CBOR.text("a") + CBOR.int(1) + [0xFF]),
    ]

    @Test(arguments: lies.indices)
    func `an attestation object with false lengths is rejected without allocating them`(index: Int) throws {
        let (what, bytes) = Self.lies[index]
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: Self.owner)
        let challenge = Challenge.random()
        var twist = Twist()
        twist.attestationObject = { _ in bytes }
        let answer = authenticator.register(challenge, twist)
        expectNoGrowth(what) {
            let refusal = #expect(throws: WebAuthnError.self, "\(what)") {
                try answer.verified(challenge, at: site, verifiesUser: true)
            }
            #expect(refusal?.step == 12, "\(what)")
        }
    }

    @Test(arguments: lies.indices)
    func `a key or extensions with false lengths are rejected at registration without allocating them`(index: Int)
        throws
    {
        let (what, bytes) = Self.lies[index]
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: Self.owner)
        let challenge = Challenge.random()
        var (key, extensions) = (Twist(), Twist())
        // The key follows the fixed part of 37 bytes, the AAGUID of 16, the id's length of 2 and the id of 32.
        key.authenticatorData = { Array($0.prefix(37 + 16 + 2 + 32)) + bytes }
        extensions.extensions = bytes
        for (twist, where_) in [(key, "key"), (extensions, "extensions")] {
            let answer = authenticator.register(challenge, twist)
            expectNoGrowth("\(what), \(where_)") {
                let refusal = #expect(throws: WebAuthnError.self, "\(what), \(where_)") {
                    try answer.verified(challenge, at: site, verifiesUser: true)
                }
                #expect(refusal?.step == 16, "\(what), \(where_)")
            }
        }
    }

    @Test(arguments: lies.indices)
    func `extensions with false lengths are rejected before the signature is checked`(index: Int) throws {
        let (what, bytes) = Self.lies[index]
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: Self.owner)
        let first = Challenge.random()
        let credential = try authenticator.register(first).verified(first, at: site, verifiesUser: true)
        let challenge = Challenge.random()
        var twist = Twist()
        twist.extensions = bytes
        twist.signature = { _ in [UInt8](repeating: 0, count: 70) }
        let answer = authenticator.authenticate(challenge, twist)
        expectNoGrowth(what) {
            let refusal = #expect(throws: WebAuthnError.self, "\(what)") {
                try answer.verified(credential, owner: Self.owner, .anyone, challenge, at: site, verifiesUser: true)
            }
            #expect(refusal?.step == 8, "\(what)")
        }
    }

    /// Extensions that authenticators add for browsers without a site's request (CTAP 2.1 §12.1, §12.5).
    static let customary: [(String, [UInt8])] = [
        ("credProtect", CBOR.map([(CBOR.text("credProtect"), CBOR.int(2))])),
        ("hmac-secret", CBOR.map([(CBOR.text("hmac-secret"), CBOR.bool(true))])),
        (
            "both",
            CBOR.map([(CBOR.text("credProtect"), CBOR.int(2)), (CBOR.text("hmac-secret"), CBOR.bool(true))])
        ),
        ("none", CBOR.map([])),
    ]

    @Test(arguments: customary.indices, CredentialAlgorithm.allCases)
    func `unrequested extensions of authenticators are accepted`(index: Int, algorithm: CredentialAlgorithm) throws {
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: Self.owner, algorithm: algorithm)
        let first = Challenge.random()
        var twist = Twist()
        twist.extensions = Self.customary[index].1
        let credential = try authenticator.register(first, twist).verified(first, at: site, verifiesUser: true)
        #expect(credential.id == authenticator.id)
        let second = Challenge.random()
        // No authenticator adds extensions to an assertion; one that does is accepted (§7.2 step 18).
        twist.extensions = CBOR.map([(CBOR.text("example"), CBOR.bool(true))])
        _ = try authenticator.authenticate(second, twist).verified(
            credential, owner: Self.owner, .anyone, second, at: site, verifiesUser: true)
    }

    @Test func `every kind of attestation with a chain of certificates is parsed`() throws {
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: Self.owner)
        let certificate = CBOR.bytes([UInt8](repeating: 0x30, count: 1_000))
        for format in ["packed", "tpm", "android-key", "android-safetynet", "fido-u2f", "apple"] {
            let challenge = Challenge.random()
            var twist = Twist()
            twist.format = format
            twist.statement = CBOR.map([
                (CBOR.text("alg"), CBOR.int(-65_535)), (CBOR.text("ver"), CBOR.text("2.0")),
                (CBOR.text("sig"), CBOR.bytes([UInt8](repeating: 1, count: 256))),
                (CBOR.text("x5c"), CBOR.array([[UInt8]](repeating: certificate, count: 5))),
                (CBOR.text("certInfo"), CBOR.bytes([UInt8](repeating: 2, count: 161))),
                (CBOR.text("pubArea"), CBOR.bytes([UInt8](repeating: 3, count: 310))),
            ])
            _ = try authenticator.register(challenge, twist).verified(challenge, at: site, verifiesUser: true)
        }
    }

    @Test func `an id longer than the data, trailing bytes, and unannounced extensions are rejected`()
        throws
    {
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: Self.owner)
        let first = Challenge.random()
        let credential = try authenticator.register(first).verified(first, at: site, verifiesUser: true)
        let changes: [@Sendable ([UInt8]) -> [UInt8]] = [
            { $0.prefix(53) + [0xFF, 0xFF] + $0.dropFirst(55) }, { $0 + [0] }, { $0 + CBOR.map([]) },
            { Array($0.prefix(54)) }, { Array($0.prefix(37)) },
        ]
        for (index, change) in changes.enumerated() {
            let challenge = Challenge.random()
            var twist = Twist()
            twist.authenticatorData = change
            let refusal = #expect(throws: WebAuthnError.self, "\(index)") {
                try authenticator.register(challenge, twist).verified(challenge, at: site, verifiesUser: true)
            }
            #expect(refusal?.step == 16, "\(index)")
        }
        // An assertion has no credential data, and no extensions without the flag.
        for (flags, behind) in [(UInt8(1 | 4 | 64), []), (1 | 4, [0]), (1 | 4 | 128, [])] as [(UInt8, [UInt8])] {
            let challenge = Challenge.random()
            var twist = Twist()
            twist.flags = flags
            twist.authenticatorData = { $0 + behind }
            let refusal = #expect(throws: WebAuthnError.self, "\(flags)") {
                try authenticator.authenticate(challenge, twist).verified(
                    credential, owner: Self.owner, .anyone, challenge, at: site, verifiesUser: true)
            }
            #expect(refusal?.step == 8, "\(flags)")
        }
    }

    @Test func `an attestation object with a duplicate member is rejected`() throws {
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: Self.owner)
        let challenge = Challenge.random()
        var twist = Twist()
        twist.attestationObject = { [0xA4] + $0.dropFirst() + CBOR.text("fmt") + CBOR.text("none") }
        let refusal = #expect(throws: WebAuthnError.self) {
            try authenticator.register(challenge, twist).verified(challenge, at: site, verifiesUser: true)
        }
        #expect(refusal?.step == 12)
    }

    @Test func `a signature or stored key of a wrong size fails verification`() throws {
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: Self.owner)
        let first = Challenge.random()
        let credential = try authenticator.register(first).verified(first, at: site, verifiesUser: true)
        func refusal(_ twist: Twist, _ key: [UInt8]) -> Int? {
            let challenge = Challenge.random()
            let kept = PublicKeyCredential(
                id: credential.id, algorithm: .es256, publicKey: key, counter: 0, isBackupEligible: false,
                authenticatorModel: [])
            do throws(WebAuthnError) {
                _ = try authenticator.authenticate(challenge, twist).verified(
                    kept, owner: Self.owner, .anyone, challenge, at: site, verifiesUser: true)
                return nil
            } catch { return error.step }
        }
        #expect(refusal(Twist(), credential.publicKey) == nil)
        #expect(refusal(Twist(), credential.publicKey + [0]) == 20)
        #expect(refusal(Twist(), []) == 20)
        var long = Twist()
        long.signature = { $0 + [UInt8](repeating: 0, count: AuthenticationResponse.maximumSignatureBytes) }
        #expect(refusal(long, credential.publicKey) == 20)
    }
}
