import Accounts
import Chat
import Cryptography
import RepositoryBehaviour
import RecordStores
import Testing

private let person = User(
    id: .random(), alias: "alice", name: "Alice", avatarURL: nil, createdAt: Timestamp(milliseconds: 0))

@Suite(.eachRecordStore) struct SessionStepUpTests {
    @Test func `a step-up gives a new token, and keeps the session's credential and end`() async throws {
        let clock = ManualClock()
        let accounts = try await RecordPlace().accounts()
        let sessions = Sessions(accounts, vault: Vault(key: .random()), clock: clock.clock)
        let credential = Credential.cookie(Secret("a=b"), expiresAt: nil)
        let old = try await sessions.begin(for: person, Proof(.user(person), by: .password, credential: credential))
        clock.advance(by: .seconds(3_600))
        let new = try #require(try await sessions.stepUp(old, Proof(.user(person), by: .password))).token
        #expect(try await sessions.session(of: old) == nil)
        let session = try await #require(try sessions.session(of: new))
        #expect(session.provenAt == clock.clock.now())
        #expect(session.signedInAt == clock.clock.now().adding(.seconds(-3_600)))
        #expect(try await sessions.holders(for: person.id).first?.credential == credential)
        #expect(try await sessions.sessions(of: person.id).map(\.id) == [new.sessionID])
        // Only with the session's own sign-in method.
        #expect(try await sessions.stepUp(new, Proof(.user(person), by: .userID)) == nil)
        #expect(try await sessions.stepUp(old) == nil)
        try await AccountRegister(accounts, clock: clock.clock).disable(person.id)
        await #expect(throws: UserDisabled.self) { try await sessions.stepUp(new) }
        await #expect(throws: UserDisabled.self) { try await sessions.begin(for: person) }
        clock.advance(by: SessionLimits().absolute)
        #expect(try await sessions.session(of: new) == nil)
    }
}
