import Bytes
import JOSE
import SoftwareAuthenticator
import Testing

@testable import WebAuthn

@Suite struct AuthenticationTests {
    static let owner: [UInt8] = [1, 2, 3]

    private func registered(
        _ algorithm: CredentialAlgorithm = .es256
    ) throws -> (SoftwareAuthenticator, PublicKeyCredential, RelyingPartyID) {
        let site = try someSite()
        let authenticator = SoftwareAuthenticator(site: site, userHandle: Self.owner, algorithm: algorithm)
        let challenge = Challenge.random()
        let credential = try authenticator.register(challenge).verified(challenge, at: site, verifiesUser: true)
        return (authenticator, credential, site)
    }

    /// An example for every step of §7.2 that checks something.
    static let lies: [(Int, String, @Sendable (inout SoftwareAuthenticator.Twist) -> Void)] = [
        (6, "somebody else's handle", { $0.userHandle = .some([9]) }),
        (6, "no handle", { $0.userHandle = .some(nil) }),
        (8, "no authenticator data", { $0.authenticatorData = { _ in [] } }),
        (10, "no JSON", { $0.clientDataBytes = { _ in Array("{".utf8) } }),
        (11, "the type of the other ceremony", { $0.clientData = { $0["type"] = "webauthn.create" } }),
        (12, "another challenge", { $0.clientData = { $0["challenge"] = .string(Challenge.random().text) } }),
        (13, "another origin", { $0.clientData = { $0["origin"] = "https://evil.example" } }),
        (13, "a frame of another site", { $0.clientData = { $0["crossOrigin"] = true } }),
        (14, "token binding", { $0.clientData = { $0["tokenBinding"] = ["status": "present"] } }),
        (15, "another relying party", { $0.relyingParty = "evil.example" }),
        (16, "nobody present", { $0.flags = SoftwareAuthenticator.userVerified }),
        (17, "nobody verified", { $0.flags = SoftwareAuthenticator.userPresent }),
        (17, "backed up without being eligible", { $0.flags = 1 | 4 | 16 }),
        (17, "eligible for backup, which it was not", { $0.flags = 1 | 4 | 8 }),
        (20, "a bit of the signature", { $0.signature = { $0.dropLast() + [$0.last! ^ 1] } }),
        (20, "no signature", { $0.signature = { _ in [] } }),
        (
            20, "a signature of something else",
            {
                $0.authenticatorData = { Array($0.dropLast()) + [99] }; $0.counter = 1
            }
        ),
    ]

    @Test(arguments: lies.indices)
    func `a failure of a step of section 7.2 reports its number`(index: Int) throws {
        let (step, what, change) = Self.lies[index]
        for algorithm in CredentialAlgorithm.allCases {
            let (authenticator, credential, site) = try registered(algorithm)
            let challenge = Challenge.random()
            var twist = SoftwareAuthenticator.Twist()
            change(&twist)
            var answer = authenticator.authenticate(challenge, twist)
            if what == "a signature of something else" {
                let honest = authenticator.authenticate(challenge)
                answer = AuthenticationResponse(
                    credentialID: answer.credentialID, userHandle: answer.userHandle,
                    clientDataJSON: answer.clientData.bytes, authenticatorData: answer.authenticatorData,
                    signature: honest.signature)
            }
            let refusal = #expect(throws: WebAuthnError.self, "\(what)") {
                try answer.verified(
                    credential, owner: Self.owner, .anyone, challenge, at: site, verifiesUser: true)
            }
            #expect(refusal?.step == step, "\(what)")
            #expect(refusal?.ceremony == .authentication)
        }
    }

    @Test func `a passkey outside the allowed list fails at step 5, and one of another person at step 6`() throws {
        let (authenticator, credential, site) = try registered()
        let challenge = Challenge.random()
        let answer = authenticator.authenticate(challenge)
        func refusal(_ expectation: AuthenticationResponse.Expectation, owner: [UInt8] = Self.owner) -> Int? {
            do throws(WebAuthnError) {
                _ = try answer.verified(credential, owner: owner, expectation, challenge, at: site, verifiesUser: true)
                return nil
            } catch { return error.step }
        }
        #expect(refusal(.person(handle: Self.owner, allowed: [[1]])) == 5)
        #expect(refusal(.person(handle: [9], allowed: [credential.id])) == 6)
        #expect(refusal(.anyone, owner: [9]) == 6)
        #expect(refusal(.person(handle: Self.owner, allowed: [credential.id])) == nil)
        // The authenticator returns another person's user handle; without a handle, the credential identifies the
        // person.
        for (known, handle, step) in [
            (Self.owner, [9], 6), ([9], nil, 6), (Self.owner, nil, nil),
        ] as [([UInt8], [UInt8]?, Int?)] {
            var twist = SoftwareAuthenticator.Twist()
            twist.userHandle = .some(handle)
            let answer = authenticator.authenticate(challenge, twist)
            var found: Int?
            do throws(WebAuthnError) {
                _ = try answer.verified(
                    credential, owner: Self.owner, .person(handle: known, allowed: [credential.id]), challenge,
                    at: site, verifiesUser: true)
            } catch { found = error.step }
            #expect(found == step)
        }
    }

    @Test func `another person's key fails at step 7 or 20`() throws {
        let (authenticator, credential, site) = try registered()
        let (_, others, _) = try registered()
        let challenge = Challenge.random()
        let answer = authenticator.authenticate(challenge)
        let byID = #expect(throws: WebAuthnError.self) {
            try answer.verified(others, owner: Self.owner, .anyone, challenge, at: site, verifiesUser: true)
        }
        #expect(byID?.step == 7)
        let forged = PublicKeyCredential(
            id: credential.id, algorithm: .es256, publicKey: others.publicKey, counter: 0, isBackupEligible: false,
            authenticatorModel: [])
        let byKey = #expect(throws: WebAuthnError.self) {
            try answer.verified(forged, owner: Self.owner, .anyone, challenge, at: site, verifiesUser: true)
        }
        #expect(byKey?.step == 20)
    }

    @Test func `a counter that goes back or stands still fails at step 21; a missing counter is accepted`() throws {
        var (authenticator, credential, site) = try registered()
        func refusal(_ counter: UInt32, kept: UInt32) -> Int? {
            let challenge = Challenge.random()
            credential.counter = kept
            var twist = SoftwareAuthenticator.Twist()
            twist.counter = counter
            do throws(WebAuthnError) {
                let verified = try authenticator.authenticate(challenge, twist).verified(
                    credential, owner: Self.owner, .anyone, challenge, at: site, verifiesUser: true)
                return verified.counter == counter ? nil : -1
            } catch { return error.step }
        }
        #expect(refusal(5, kept: 4) == nil)
        #expect(refusal(4, kept: 4) == 21)
        #expect(refusal(3, kept: 4) == 21)
        #expect(refusal(0, kept: 4) == 21)
        #expect(refusal(0, kept: 0) == nil)
    }

    @Test func `without required verification, user presence is sufficient`() throws {
        let (authenticator, credential, site) = try registered()
        let challenge = Challenge.random()
        var twist = SoftwareAuthenticator.Twist()
        twist.flags = SoftwareAuthenticator.userPresent
        let verified = try authenticator.authenticate(challenge, twist).verified(
            credential, owner: Self.owner, .anyone, challenge, at: site, verifiesUser: false)
        #expect(!verified.isUserVerified)
    }
}
