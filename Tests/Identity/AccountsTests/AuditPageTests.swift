import Chat
import Foundation
import RepositoryBehaviour
import RecordStores
import Records
import SQLite
import Testing

@testable import Accounts

@Suite(.eachRecordStore) struct AuditPageTests {
    private let clock = ManualClock()

    private func pages(_ log: AuditLog, _ filter: AuditFilter, limit: Int) async throws -> [AuditPage] {
        var pages = [try await log.page(filter, limit: limit)]
        while let next = pages.last?.next {
            // As a link carries it.
            let cursor = try #require(AuditCursor(next.description))
            pages.append(try await log.page(filter, after: cursor, limit: limit))
        }
        return pages
    }

    @Test func `pages follow each other without a gap, also where many lines have one moment`() async throws {
        let log = try await RecordPlace().auditLog()
        for number in 0..<25 {
            if number.isMultiple(of: 10) { clock.advance(by: .seconds(1)) }
            try await log.append(AuditEvent(.signedIn, at: clock.now, detail: "\(number)"))
        }
        let pages = try await pages(log, AuditFilter(), limit: 7)
        #expect(pages.map(\.lines.count) == [7, 7, 7, 4])
        #expect(pages.flatMap(\.lines).map(\.detail) == (0..<25).reversed().map { "\($0)" })
        // A full last page is the last.
        #expect(try await log.page(AuditFilter(), limit: 25).next == nil)
    }

    @Test func `lines are filtered by time, person and kind, alone and together`() async throws {
        let log = try await RecordPlace().auditLog()
        let (alice, bob) = (UserID.random(), UserID.random())
        let start = clock.now
        for number in 0..<12 {
            try await log.append(
                AuditEvent(
                    number.isMultiple(of: 3) ? .signedOut : .signedIn, at: start.adding(.seconds(number)),
                    user: number.isMultiple(of: 2) ? alice : bob, detail: "\(number)"))
        }
        func found(_ filter: AuditFilter) async throws -> [String] {
            try await pages(log, filter, limit: 2).flatMap(\.lines).compactMap(\.detail)
        }
        let times = start.adding(.seconds(2))..<start.adding(.seconds(9))
        #expect(try await found(AuditFilter(times: times)) == ["8", "7", "6", "5", "4", "3", "2"])
        #expect(try await found(AuditFilter(user: bob)) == ["11", "9", "7", "5", "3", "1"])
        #expect(try await found(AuditFilter(kind: .signedOut)) == ["9", "6", "3", "0"])
        #expect(try await found(AuditFilter(times: times, user: alice)) == ["8", "6", "4", "2"])
        #expect(try await found(AuditFilter(times: times, kind: .signedOut)) == ["6", "3"])
        #expect(try await found(AuditFilter(times: times, user: alice, kind: .signedOut)) == ["6"])
        #expect(try await found(AuditFilter(kind: .roleChanged)).isEmpty)
    }

    @Test func `a cursor of another time shows no lines out of the filter`() async throws {
        let log = try await RecordPlace().auditLog()
        let start = clock.now
        for number in 0..<4 { try await log.append(AuditEvent(.signedIn, at: start.adding(.seconds(number)))) }
        let filter = AuditFilter(times: start..<start.adding(.seconds(2)))
        let late = AuditCursor(moment: start.adding(.seconds(9)), number: 9)
        #expect(try await log.page(filter, after: late, limit: 10).lines.count == 2)
        let early = AuditCursor(moment: start.adding(.seconds(-9)), number: 9)
        #expect(try await log.page(filter, after: early, limit: 10).lines.isEmpty)
    }

    @Test func `a page has no more lines than the maximum, whatever is asked for`() async throws {
        let log = try await RecordPlace().auditLog()
        for _ in 0...AuditLog.maximumLines { try await log.append(AuditEvent(.signedIn, at: clock.now)) }
        let page = try await log.page(AuditFilter(), limit: .max)
        #expect(page.lines.count == AuditLog.maximumLines && page.next != nil)
        #expect(try await log.page(AuditFilter(), limit: 0).lines.count == 1)
    }

    @Test func `what is no cursor is none`() {
        for text in ["", ".", "1", "1.", ".1", "1.2.3", "x.1", "1.99999999999999999999", " 1.2"] {
            #expect(AuditCursor(text) == nil, "\(text)")
        }
        #expect(AuditCursor("-5.7")?.description == "-5.7")
    }
}

/// What is particular to SQLite.
@Suite struct AuditPageFileTests {
    private let clock = ManualClock()

    @Test func `no page sorts or reads the whole log`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
            .path(percentEncoded: false)
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        _ = try AuditLog(.file(path))
        var connection = try Connection(.file(path))
        let filters = [
            (AuditFilter(), "audit_by_moment (moment>? AND moment<?)"),
            (AuditFilter(user: .random()), "audit_by_user_and_moment (user_id=? AND moment>? AND moment<?)"),
            (AuditFilter(kind: .signedIn), "audit_by_kind_and_moment (kind=? AND moment>? AND moment<?)"),
            (
                AuditFilter(user: .random(), kind: .signedIn),
                "audit_by_user_and_moment (user_id=? AND moment>? AND moment<?)"
            ),
        ]
        for (filter, index) in filters {
            let plan = try connection.rows(
                "EXPLAIN QUERY PLAN \(AuditPage.query(filter))", Int64(0), Int64(0), Int64(0),
                filter.user?.description, filter.kind?.rawValue, 1
            ) { $0.text(3) }
            #expect(plan == ["SEARCH audit USING INDEX \(index)"])
        }
    }

    @Test func `the log of the version before is read the same way`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
            .path(percentEncoded: false)
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let bob = UserID.random()
        try await AuditLog(.file(path)).append(AuditEvent(.signedIn, at: clock.now, user: bob))
        var connection = try Connection(.file(path))
        try connection.execute(
            """
            DROP INDEX audit_by_user_and_moment; DROP INDEX audit_by_kind_and_moment;
            CREATE INDEX audit_by_user ON audit (user_id, number); PRAGMA user_version = 2;
            """)
        let log = try AuditLog(.file(path))
        #expect(try await log.page(AuditFilter(user: bob, kind: .signedIn), limit: 9).lines.count == 1)
        let indexes = try connection.rows(
            "SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name"
        ) { $0.text(0) }
        #expect(indexes == ["audit_by_kind_and_moment", "audit_by_moment", "audit_by_user_and_moment"])
    }
}
