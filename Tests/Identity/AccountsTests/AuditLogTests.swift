import Accounts
import Chat
import Foundation
import RepositoryBehaviour
import SQLite
import Testing

@Suite struct AuditLogTests {
    private let clock = ManualClock()

    @Test func `events are listed newest first, and by person`() throws {
        let log = try AuditLog(.memory)
        let (alice, bob) = (UserID.random(), UserID.random())
        let first = AuditEvent(.signedIn, at: clock.now, user: alice, method: "oidc", address: "192.0.2.1")
        let second = AuditEvent(.signInRefused, at: clock.now, method: "password", detail: "unknownUser")
        let third = AuditEvent(.roleChanged, at: clock.now, user: bob, actor: alice, detail: "admin")
        for event in [first, second, third] { try log.append(event) }
        #expect(try log.newest() == [third, second, first])
        #expect(try log.newest(1) == [third])
        #expect(try log.newest(about: alice) == [first])
        #expect(try log.newest(-1).isEmpty)
    }

    @Test func `texts are truncated and can't start a new line`() throws {
        let log = try AuditLog(.memory)
        try log.append(
            AuditEvent(
                .signInRefused, at: clock.now, address: "a\nb\u{1B}[2J", detail: .init(repeating: "x", count: 999)))
        let event = try #require(try log.newest().first)
        #expect(event.address == "a b [2J")
        #expect(event.detail?.count == AuditEvent.maximumCharacters)
    }

    @Test func `lines can't be changed, or deleted before their time`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
            .path(percentEncoded: false)
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let log = try AuditLog(.file(path))
        try log.append(AuditEvent(.signedIn, at: clock.now))
        var connection = try Connection(.file(path))
        #expect(throws: SQLiteError.self) { try connection.run("UPDATE audit SET kind = 'x'") }
        #expect(throws: SQLiteError.self) { try connection.run("DELETE FROM audit") }
        #expect(throws: SQLiteError.self) {
            try connection.run("INSERT OR REPLACE INTO audit (number, moment, kind) VALUES (1, 0, 'x')")
        }
        #expect(try log.newest().map(\.kind) == [.signedIn])
    }

    @Test func `lines are kept for ninety days, counted from the newest`() throws {
        let log = try AuditLog(.memory)
        #expect(try log.trim() == 0)
        try log.append(AuditEvent(.signedIn, at: clock.now))
        clock.advance(by: .milliseconds(1))
        try log.append(AuditEvent(.signedOut, at: clock.now))
        clock.advance(by: AuditLog.retention)
        try log.append(AuditEvent(.signedIn, at: clock.now))
        #expect(try log.trim() == 1)
        #expect(try log.newest().map(\.kind) == [.signedIn, .signedOut])
    }

    @Test func `expired lines are deleted while lines are added, without a restart`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
            .path(percentEncoded: false)
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let log = try AuditLog(.file(path))
        for _ in 0..<1_500 { try log.append(AuditEvent(.signInRefused, at: clock.now)) }
        clock.advance(by: AuditLog.retention + .milliseconds(1))
        for _ in 0..<1_500 { try log.append(AuditEvent(.signedIn, at: clock.now)) }
        var connection = try Connection(.file(path))
        let count = try connection.row("SELECT count(*) FROM audit") { Int($0.integer(0)) }
        #expect(count == 1_500)
    }
}
