import Chat
import Concurrency
import Dispatch
import Eventually
import Foundation
import RepositoryBehaviour
import RecordStores
import Records
import SQLite
import Testing

@testable import Accounts

@Suite(.eachRecordStore) struct AuditLogTests {
    private let clock = ManualClock()

    @Test func `events are listed newest first, and by person`() async throws {
        let log = try await RecordPlace().auditLog()
        let (alice, bob) = (UserID.random(), UserID.random())
        let first = AuditEvent(.signedIn, at: clock.now, user: alice, method: "oidc", address: "192.0.2.1")
        let second = AuditEvent(.signInRefused, at: clock.now, method: "password", detail: "unknownUser")
        let third = AuditEvent(.roleChanged, at: clock.now, user: bob, actor: alice, detail: "admin")
        for event in [first, second, third] { try await log.append(event) }
        #expect(try await log.newest() == [third, second, first])
        #expect(try await log.newest(1) == [third])
        #expect(try await log.newest(about: alice) == [first])
        #expect(try await log.newest(-1).isEmpty)
    }

    @Test func `all lines of a time are listed, however many there are`() async throws {
        let log = try await RecordPlace().auditLog()
        let (alice, bob) = (UserID.random(), UserID.random())
        let count = AuditLog.maximumLines + 200
        let begin = clock.now
        for number in 0..<count {
            let moment = begin.adding(.seconds(number))
            try await log.append(AuditEvent(.signedIn, at: moment, user: number == 7 ? bob : alice))
        }
        let all = try await log.lines(of: begin..<begin.adding(.seconds(count)))
        #expect(all.count == count)
        #expect(all.map(\.moment) == all.map(\.moment).sorted(by: >))
        let some = try await log.lines(of: begin.adding(.seconds(5))..<begin.adding(.seconds(8)))
        #expect(some.map(\.moment) == [7, 6, 5].map { begin.adding(.seconds($0)) })
        #expect(try await log.lines(of: begin..<begin.adding(.seconds(count)), about: bob).map(\.user) == [bob])
        #expect(try await log.lines(of: begin.adding(.seconds(count))..<begin.adding(.seconds(count + 9))).isEmpty)
    }

    @Test func `texts are truncated and can't start a new line`() async throws {
        let log = try await RecordPlace().auditLog()
        try await log.append(
            AuditEvent(
                .signInRefused, at: clock.now, address: "a\nb\u{1B}[2J", detail: .init(repeating: "x", count: 999)))
        let event = try await #require(try log.newest().first)
        #expect(event.address == "a b [2J")
        #expect(event.detail?.count == AuditEvent.maximumCharacters)
    }

    @Test func `lines can't be changed, or deleted before their time`() async throws {
        let log = try await RecordPlace().auditLog()
        try await log.append(AuditEvent(.signedIn, at: clock.now))
        var statements = ["UPDATE audit SET kind = 'x'", "DELETE FROM audit"]
        if RecordStore.current == .postgreSQL { statements.append("TRUNCATE audit") }
        for statement in statements {
            let error = await #expect(throws: (any Error).self) {
                try await log.database.transaction { try await $0.run(RecordQuery(statement)) }
            }
            #expect("\(try #require(error))".contains("the audit log is append-only"))
        }
        #expect(try await log.newest().map(\.kind) == [.signedIn])
    }

    @Test func `lines are kept for ninety days, counted from the newest`() async throws {
        let log = try await RecordPlace().auditLog()
        #expect(try await log.trim() == 0)
        try await log.append(AuditEvent(.signedIn, at: clock.now))
        clock.advance(by: .milliseconds(1))
        try await log.append(AuditEvent(.signedOut, at: clock.now))
        clock.advance(by: AuditLog.retention)
        try await log.append(AuditEvent(.signedIn, at: clock.now))
        #expect(try await log.trim() == 1)
        #expect(try await log.newest().map(\.kind) == [.signedIn, .signedOut])
    }

    @Test func `expired lines are deleted while lines are added, without a restart`() async throws {
        let log = try await RecordPlace().auditLog()
        for _ in 0..<1_500 { try await log.append(AuditEvent(.signInRefused, at: clock.now)) }
        clock.advance(by: AuditLog.retention + .milliseconds(1))
        for _ in 0..<1_500 { try await log.append(AuditEvent(.signedIn, at: clock.now)) }
        let count = try await log.database.row("SELECT count(*) FROM audit") { Int($0.integer(0)) }
        #expect(count == 1_500)
    }
}

/// What SQLite alone can do.
@Suite struct AuditFileTests {
    private let clock = ManualClock()

    @Test func `a line is written also where the pool is full`() async throws {
        let pool = BlockingPool(threads: 1, maximumWaiting: 1)
        let log = try AuditLog(.memory, pool: pool)
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        try #require(pool.offer { gate.wait() })
        try await eventually { pool.snapshot.running == 1 }
        try #require(pool.offer {})
        try await log.append(AuditEvent(.signedIn, at: clock.now))
        #expect(try await log.newest().map(\.kind) == [.signedIn])
    }

    @Test func `no line takes the place of another`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
            .path(percentEncoded: false)
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let log = try AuditLog(.file(path))
        try await log.append(AuditEvent(.signedIn, at: clock.now))
        var connection = try Connection(.file(path))
        #expect(throws: SQLiteError.self) { try connection.run("UPDATE audit SET kind = 'x'") }
        #expect(throws: SQLiteError.self) { try connection.run("DELETE FROM audit") }
        #expect(throws: SQLiteError.self) {
            try connection.run("INSERT OR REPLACE INTO audit (number, moment, kind) VALUES (1, 0, 'x')")
        }
        #expect(try await log.newest().map(\.kind) == [.signedIn])
    }
}
