import Bytes
import JOSE
import SoftwareAuthenticator
import Testing

@testable import WebAuthn

func someSite() throws -> RelyingPartyID {
    try RelyingPartyID(scheme: "https", host: "chat.example.org", origin: "https://chat.example.org")
}

@Suite struct RegistrationTests {
    @Test(arguments: CredentialAlgorithm.allCases)
    func `a passkey is registered and signs`(algorithm: CredentialAlgorithm) throws {
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: [1, 2, 3], algorithm: algorithm)
        let challenge = Challenge.random()
        let credential = try authenticator.register(challenge).verified(challenge, at: site, verifiesUser: true)
        #expect(credential.id == authenticator.id)
        #expect(credential.algorithm == algorithm)
        #expect(credential.authenticatorModel == [UInt8](repeating: 7, count: 16))
        #expect(!credential.isBackupEligible)
        let next = Challenge.random()
        let verified = try authenticator.authenticate(next).verified(
            credential, owner: [1, 2, 3], .anyone, next, at: site, verifiesUser: true)
        #expect(verified == .init(counter: 1, isUserVerified: true))
    }

    /// An example for every step of §7.1 that checks something.
    static let lies: [(Int, String, @Sendable (inout SoftwareAuthenticator.Twist) -> Void)] = [
        (6, "no JSON", { $0.clientDataBytes = { _ in Array("{".utf8) } }),
        (6, "no object", { $0.clientDataBytes = { _ in Array("[]".utf8) } }),
        (6, "not UTF-8", { $0.clientDataBytes = { $0 + [0xFF] } }),
        (6, "too long", { $0.clientDataBytes = { $0 + [UInt8](repeating: 0x20, count: 5_000) } }),
        (7, "the type of the other ceremony", { $0.clientData = { $0["type"] = "webauthn.get" } }),
        (7, "no type", { $0.clientData = { $0["type"] = nil } }),
        (8, "another challenge", { $0.clientData = { $0["challenge"] = .string(Challenge.random().text) } }),
        (8, "no challenge", { $0.clientData = { $0["challenge"] = nil } }),
        (9, "another origin", { $0.clientData = { $0["origin"] = "https://evil.example" } }),
        (9, "a subdomain", { $0.clientData = { $0["origin"] = "https://a.chat.example.org" } }),
        (9, "another port", { $0.clientData = { $0["origin"] = "https://chat.example.org:8443" } }),
        (9, "http", { $0.clientData = { $0["origin"] = "http://chat.example.org" } }),
        (9, "a frame of another site", { $0.clientData = { $0["crossOrigin"] = true } }),
        (10, "token binding", { $0.clientData = { $0["tokenBinding"] = ["status": "present", "id": "x"] } }),
        (12, "no CBOR", { $0.attestationObject = { _ in [0xFF] } }),
        (12, "cut off", { $0.attestationObject = { Array($0.dropLast()) } }),
        (12, "something behind it", { $0.attestationObject = { $0 + [0] } }),
        (12, "no map", { $0.attestationObject = { _ in CBOR.text("none") } }),
        (
            12, "too long, though whole",
            {
                $0.format = "packed"
                $0.statement = CBOR.map([(CBOR.text("sig"), CBOR.bytes([UInt8](repeating: 0, count: 20_000)))])
            }
        ),
        (12, "too long", { $0.attestationObject = { $0 + [UInt8](repeating: 0, count: 20_000) } }),
        (12, "no authenticator data", { $0.authenticatorData = { _ in [] } }),
        (13, "another relying party", { $0.relyingParty = "evil.example" }),
        (14, "nobody present", { $0.flags = SoftwareAuthenticator.userVerified | SoftwareAuthenticator.attested }),
        (15, "nobody verified", { $0.flags = SoftwareAuthenticator.userPresent | SoftwareAuthenticator.attested }),
        (16, "no credential", { $0.flags = SoftwareAuthenticator.userPresent | SoftwareAuthenticator.userVerified }),
        (16, "an algorithm that was not asked for", { $0.algorithm = -36 }),
        (16, "a key of another kind", { $0.algorithm = -257 }),
        (16, "a credential cut off", { $0.authenticatorData = { Array($0.dropLast(10)) } }),
        (19, "a statement where there is none", { $0.statement = CBOR.map([(CBOR.text("alg"), CBOR.int(-7))]) }),
    ]

    @Test(arguments: lies.indices)
    func `a failure of a step of section 7.1 reports its number`(index: Int) throws {
        let (step, what, change) = Self.lies[index]
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: [1])
        let challenge = Challenge.random()
        var twist = SoftwareAuthenticator.Twist()
        change(&twist)
        let refusal = #expect(throws: WebAuthnError.self, "\(what)") {
            try authenticator.register(challenge, twist).verified(challenge, at: site, verifiesUser: true)
        }
        #expect(refusal?.step == step, "\(what)")
        #expect(refusal?.ceremony == .registration)
    }

    @Test func `other kinds of attestation are accepted and ignored`() throws {
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: [1])
        let challenge = Challenge.random()
        var twist = SoftwareAuthenticator.Twist()
        twist.format = "packed"
        twist.statement = CBOR.map([(CBOR.text("alg"), CBOR.int(-7))])
        _ = try authenticator.register(challenge, twist).verified(challenge, at: site, verifiesUser: true)
    }

    @Test func `a synced passkey is eligible for backup`() throws {
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: [1])
        let challenge = Challenge.random()
        var twist = SoftwareAuthenticator.Twist()
        twist.flags = 1 | 4 | 8 | 16 | 64
        let credential = try authenticator.register(challenge, twist).verified(challenge, at: site, verifiesUser: true)
        #expect(credential.isBackupEligible)
    }
}

@Suite struct RelyingPartyTests {
    @Test(
        arguments: [
            ("https", "chat.example.org", nil), ("http", "localhost", nil), ("http", "a.localhost", nil),
            ("http", "chat.lan", .insecure), ("https", "192.168.0.7", .address), ("https", "[::1]", .address),
            ("http", "127.0.0.1", .address),
        ] as [(String, String, RelyingPartyID.UnsupportedHost?)])
    func `passkeys need a host name and https`(scheme: String, host: String, unfit: RelyingPartyID.UnsupportedHost?)
        throws
    {
        do throws(RelyingPartyID.UnsupportedHost) {
            _ = try RelyingPartyID(scheme: scheme, host: host, origin: "\(scheme)://\(host)")
            #expect(unfit == nil)
        } catch {
            #expect(error == unfit)
        }
    }
}
