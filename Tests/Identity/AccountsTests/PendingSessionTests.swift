import Accounts
import Chat
import Cryptography
import OpenID
import RepositoryBehaviour
import RecordStores
import Testing

private let person = User(
    id: .random(), alias: "alice", name: "Alice", avatarURL: nil, createdAt: Timestamp(milliseconds: 0))

private func pending(_ step: PendingFactor.Step = .proof) -> NewSession {
    var new = NewSession()
    new.pending = step
    new.memo = "return=%2Fbookmarks"
    return new
}

@Suite(.eachRecordStore) struct PendingSessionTests {
    private let clock = ManualClock()

    private func sessions() async throws -> Sessions {
        Sessions(try await RecordPlace().accounts(), vault: Vault(key: .random()), clock: clock.clock)
    }

    @Test func `a session with a pending factor is not authenticated`() async throws {
        let sessions = try await sessions()
        var proof = Proof(.user(person), by: .password)
        proof.credential = .cookie(Secret("session=1"), expiresAt: nil)
        let token = try await sessions.begin(for: person, proof, pending())
        guard case .secondFactor(let owed) = try await sessions.admission(of: token) else {
            Issue.record("it is not pending")
            return
        }
        #expect(owed.user == person.id && owed.step == .proof)
        #expect(try await sessions.session(of: token) == nil)
        #expect(try await sessions.sessions(of: person.id).isEmpty)
        #expect(try await sessions.all().isEmpty)
        // Its credential is not used for the backend.
        #expect(try await sessions.holders(for: person.id).isEmpty)
        let steppedUp = try #require(try await sessions.stepUp(token))
        #expect(steppedUp.memo == "return=%2Fbookmarks")
        #expect(steppedUp.token != token)
        #expect(try await sessions.admission(of: token) == .unauthenticated)
        let session = try await #require(try sessions.session(of: steppedUp.token))
        #expect(session.user == person.id && session.method == .password)
        #expect(try await sessions.holders(for: person.id).first?.credential == proof.credential)
    }

    @Test func `it lasts ten minutes, and use does not extend it`() async throws {
        let sessions = try await sessions()
        let token = try await sessions.begin(for: person, nil, pending())
        for _ in 0..<9 {
            clock.advance(by: .seconds(60))
            #expect(try await sessions.admission(of: token) != .unauthenticated)
        }
        clock.advance(by: .seconds(60))
        #expect(try await sessions.admission(of: token) == .unauthenticated)
        #expect(try await sessions.stepUp(token) == nil)
    }

    @Test func `a step-up renews the proof and keeps everything else`() async throws {
        let sessions = try await sessions()
        let token = try await sessions.begin(for: person)
        let before = try await #require(try sessions.session(of: token))
        clock.advance(by: .seconds(3_600))
        let steppedUp = try #require(try await sessions.stepUp(token))
        let after = try await #require(try sessions.session(of: steppedUp.token))
        #expect(after.provenAt == clock.now && after.signedInAt == before.signedInAt)
        #expect(after.id != before.id)
        #expect(try await sessions.session(of: token) == nil)
        #expect(try await sessions.stepUp(token) == nil)
    }

    @Test func `all sessions of a person are notified, except the one with the change`() async throws {
        let sessions = try await sessions()
        let (here, there) = (try await sessions.begin(for: person), try await sessions.begin(for: person))
        let id = try await #require(try sessions.session(of: here)?.id)
        try await sessions.notify(person.id, .passkeyAdded, except: id)
        try await sessions.notify(person.id, .recoveryCodesRenewed)
        #expect(try await sessions.session(of: here)?.notices.unseen.map(\.kind) == [.recoveryCodesRenewed])
        let told = try await #require(try sessions.session(of: there)?.notices.unseen)
        #expect(told.map(\.kind) == [.passkeyAdded, .recoveryCodesRenewed])
        // Notices added after the page was rendered are still unseen.
        try await sessions.seeNotices(there, upTo: told[0].at)
        #expect(try await sessions.session(of: there)?.notices.unseen == [told[1]])
        try await sessions.seeNotices(there, upTo: told[1].at)
        #expect(try await sessions.session(of: there)?.notices.isEmpty == true)
        #expect(try await sessions.session(of: here)?.notices.isEmpty == false)
    }

    @Test func `frequent notices displace no others`() async throws {
        let sessions = try await sessions()
        let token = try await sessions.begin(for: person)
        try await sessions.notify(person.id, .passkeyAdded)
        for _ in 0..<3 * SessionNotices.maximumCount { try await sessions.notify(person.id, .recoveryCodesRenewed) }
        let unseen = try await #require(try sessions.session(of: token)?.notices.unseen)
        #expect(unseen.count == SessionNotices.maximumCount)
        #expect(unseen[0].kind == .passkeyAdded)
        #expect(Set(unseen.map(\.at)).count == unseen.count)
    }

    @Test func `setting up the due factor removes its notice`() async throws {
        let sessions = try await sessions()
        var new = NewSession()
        new.notice = .enrolmentDue
        new.endsBy = clock.now.adding(.seconds(3_600))
        let token = try await sessions.begin(for: person, nil, new)
        #expect(try await sessions.session(of: token)?.notices.unseen.map(\.kind) == [.enrolmentDue])
        try await sessions.notify(person.id, .passkeyAdded, except: token.sessionID)
        #expect(try await sessions.session(of: token)?.notices.isEmpty == true)
        clock.advance(by: .seconds(3_600))
        #expect(try await sessions.session(of: token) != nil)
    }

    @Test func `a session with a latest end ends then, even if used`() async throws {
        let sessions = try await sessions()
        var new = NewSession()
        new.endsBy = clock.now.adding(.seconds(3_600))
        let first = try await sessions.begin(for: person, nil, new)
        clock.advance(by: .seconds(3_500))
        #expect(try await sessions.session(of: first) != nil)
        let steppedUp = try #require(try await sessions.stepUp(first)).token
        clock.advance(by: .seconds(99))
        #expect(try await sessions.session(of: steppedUp) != nil)
        clock.advance(by: .seconds(1))
        #expect(try await sessions.session(of: steppedUp) == nil)
    }
}
