import Chat
import Cryptography
import Eventually
import Foundation
import RepositoryBehaviour
import RecordStores
import Records
import Testing

@testable import Accounts

private let person = User(
    id: .random(), alias: "alice", name: "Alice", avatarURL: nil, createdAt: Timestamp(milliseconds: 0))

private func sessions(
    _ place: RecordPlace? = nil, clock: ManualClock, limits: SessionLimits = SessionLimits()
) async throws -> Sessions {
    var place = place
    if place == nil { place = try await RecordPlace() }
    let accounts = try await #require(place).accounts()
    return Sessions(accounts, vault: Vault(key: .random()), clock: clock.clock, limits: limits)
}

extension Sessions {
    /// Returns when a last use that was noted now is written.
    fileprivate func writeLastUses() async throws {
        try await eventually {
            try await self.database.exists(
                "SELECT 1 FROM session WHERE last_used_at = $1", self.clock.now().milliseconds)
        }
    }
}

@Suite(.eachRecordStore) struct SessionsTests {
    @Test func `a session is found by its token only`() async throws {
        let sessions = try await sessions(clock: ManualClock())
        let token = try await sessions.begin(for: person)
        let session = try await #require(try sessions.session(of: token))
        #expect(session.user == person.id)
        #expect(session.name == "Alice")
        #expect(try await sessions.session(of: .random()) == nil)
    }

    @Test func `ending a session ends no other`() async throws {
        let sessions = try await sessions(clock: ManualClock())
        let (first, second) = (try await sessions.begin(for: person), try await sessions.begin(for: person))
        #expect(try await sessions.session(of: first) != nil)
        try await sessions.end(.token(first))
        try await sessions.end(.token(first))
        #expect(try await sessions.session(of: first) == nil)
        #expect(try await sessions.session(of: second) != nil)
    }

    @Test func `what is cached of sessions that make no requests is dropped after a second`() async throws {
        let clock = ManualClock()
        let sessions = try await sessions(clock: clock)
        var tokens: [SessionToken] = []
        for _ in 0..<3 { tokens.append(try await sessions.begin(for: person)) }
        for token in tokens { _ = try await sessions.session(of: token) }
        #expect(sessions.cached == 3)
        clock.advance(by: .seconds(1))
        _ = try await sessions.session(of: tokens[0])
        #expect(sessions.cached == 1)
    }

    @Test func `a session that another process ends is over within a second`() async throws {
        let place = try await RecordPlace.shared()
        let clock = ManualClock()
        let here = try await sessions(place, clock: clock)
        let there = try await sessions(place, clock: clock)
        let token = try await here.begin(for: person)
        #expect(try await here.session(of: token) != nil)
        try await there.end(.token(token))
        clock.advance(by: .seconds(1))
        #expect(try await here.session(of: token) == nil)
    }

    @Test func `an unused session ends after the idle time, a used one continues`() async throws {
        let clock = ManualClock()
        let limits = SessionLimits()
        let sessions = try await sessions(clock: clock, limits: limits)
        let (used, unused) = (try await sessions.begin(for: person), try await sessions.begin(for: person))
        clock.advance(by: limits.idle - .seconds(1))
        #expect(try await sessions.session(of: used) != nil)
        try await sessions.writeLastUses()
        clock.advance(by: .seconds(1))
        #expect(try await sessions.session(of: used) != nil)
        #expect(try await sessions.session(of: unused) == nil)
    }

    @Test func `no session lives longer than the absolute time`() async throws {
        let clock = ManualClock()
        let limits = SessionLimits()
        let sessions = try await sessions(clock: clock, limits: limits)
        let token = try await sessions.begin(for: person)
        for _ in 0..<30 {
            #expect(try await sessions.session(of: token) != nil)
            try await sessions.writeLastUses()
            clock.advance(by: .seconds(24 * 3_600))
        }
        #expect(try await sessions.session(of: token) == nil)
    }

    @Test func `tokens are 256 random bits in hexadecimal`() {
        let tokens = (0..<100).map { _ in SessionToken.random().cookieValue }
        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { $0.utf8.count == 64 && SessionToken(cookieValue: $0)?.cookieValue == $0 })
        for wrong in ["", "x", String(repeating: "g", count: 64), String(repeating: "A", count: 64), tokens[0] + "0"] {
            #expect(SessionToken(cookieValue: wrong) == nil)
        }
    }
}
