import Bytes
import Chat
import Cryptography
import JOSE
import RepositoryBehaviour
import RecordStores
import SoftwareAuthenticator
import Testing
import WebAuthn

@testable import Accounts

private typealias Twist = SoftwareAuthenticator.Twist

/// A person with an authenticator and a registered passkey.
private struct Stage {
    let factors: Factors
    let user = UserID.random()
    let site: RelyingPartyID
    let authenticator: SoftwareAuthenticator

    init() async throws {
        factors = Factors(try await RecordPlace().accounts(), vault: Vault(key: .random()), clock: ManualClock().clock)
        site = try RelyingPartyID(scheme: "https", host: "chat.example", origin: "https://chat.example")
        authenticator = SoftwareAuthenticator(site: site, userHandle: Passkey.handle(of: user))
        let challenge = Challenge.random()
        try await factors.register(
            Self.text(authenticator.registration(challenge)), named: "Phone", for: user, challenge, at: site)
    }

    static func text(_ members: [String: JSON]) -> String {
        String(decoding: JSON.object(members).bytes, as: UTF8.self)
    }

    /// The error for a response; `nil` if it is accepted.
    func refusal(
        _ twist: Twist = Twist(), as user: UserID?, changing change: (inout [String: JSON]) -> Void = { _ in }
    ) async throws -> PasskeyError? {
        let challenge = Challenge.random()
        var answer = authenticator.authentication(challenge, twist)
        change(&answer)
        do {
            _ = try await factors.authenticate(Self.text(answer), as: user, challenge, at: site)
            return nil
        } catch let error as PasskeyError { return error }
    }
}

@Suite(.eachRecordStore) struct PasskeyAnswerTests {
    @Test func `it signs its owner in, and is a second factor for no one else`() async throws {
        let stage = try await Stage()
        #expect(try await stage.refusal(as: nil) == nil)
        #expect(try await stage.refusal(as: stage.user) == nil)
        #expect(try await stage.refusal(as: .random()) == .unknown)
        #expect(try await stage.factors.summary(of: stage.user).passkeys.map(\.name) == ["Phone"])
        #expect(try await stage.factors.summary(of: stage.user).passkeys[0].lastUsedAt != nil)
    }

    @Test func `as the only factor it needs user verification and a user handle; as a second factor it does not`()
        async throws
    {
        let stage = try await Stage()
        var touched = Twist()
        touched.flags = SoftwareAuthenticator.userPresent
        #expect(try await stage.refusal(touched, as: stage.user) == nil)
        guard case .refused(let unverified)? = try await stage.refusal(touched, as: nil) else {
            Issue.record("taken")
            return
        }
        #expect(unverified.step == 17)
        var silent = Twist()
        silent.userHandle = .some(nil)
        #expect(try await stage.refusal(silent, as: stage.user) == nil)
        guard case .refused(let unknown)? = try await stage.refusal(silent, as: nil) else {
            Issue.record("taken")
            return
        }
        #expect(unknown.step == 6)
    }

    @Test func `a clone is detected by its counter and reported`() async throws {
        let stage = try await Stage()
        stage.authenticator.counter = 6
        #expect(try await stage.refusal(as: stage.user) == nil)
        stage.authenticator.counter = 3
        guard case .copied(let passkey)? = try await stage.refusal(as: stage.user) else {
            Issue.record("taken")
            return
        }
        #expect(passkey.user == stage.user && passkey.credential.counter == 7)
        // Two concurrent uses, both verified with the same stored counter.
        #expect(try await stage.factors.used(passkey, counter: 9))
        #expect(try await !stage.factors.used(passkey, counter: 9))
        #expect(try await !stage.factors.used(passkey, counter: 8))
    }

    @Test func `invalid responses are rejected`() async throws {
        let stage = try await Stage()
        let changes: [(inout [String: JSON]) -> Void] = [
            { $0["type"] = "password" }, { $0["response"] = nil }, { $0["response"] = [:] }, { $0["rawId"] = "!" },
            { $0["padding"] = .string(String(repeating: "a", count: 70_000)) },
        ]
        for (index, change) in changes.enumerated() {
            #expect(try await stage.refusal(as: nil, changing: change) == .malformed, "\(index)")
        }
        #expect(try await stage.refusal(as: nil, changing: { $0["rawId"] = "AAAA" }) == .unknown)
        #expect(try await stage.refusal(as: nil) == nil)
    }

    @Test func `a passkey is registered for the issued challenge, once, for one person`() async throws {
        let stage = try await Stage()
        let other = SoftwareAuthenticator(site: stage.site, userHandle: [1])
        let challenge = Challenge.random()
        let answer = Stage.text(other.registration(challenge))
        func register(_ challenge: Challenge, for user: UserID) async throws -> PasskeyError? {
            do {
                try await stage.factors.register(answer, named: "Key", for: user, challenge, at: stage.site)
                return nil
            } catch let error as PasskeyError { return error }
        }
        guard case .refused(let refusal)? = try await register(.random(), for: stage.user) else {
            Issue.record("taken")
            return
        }
        #expect(refusal.step == 8)
        #expect(try await register(challenge, for: stage.user) == nil)
        #expect(try await register(challenge, for: .random()) == .taken)
    }
}
