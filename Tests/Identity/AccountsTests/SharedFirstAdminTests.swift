import Chat
import Cryptography
import PostgreSQLServer
import Records
import RepositoryBehaviour
import Testing

@testable import Accounts

@Suite("The first admin of several processes on one database") struct SharedFirstAdminTests {
    private let clock = ManualClock()
    private let vault = Vault(key: .random())

    private func place() async throws -> TestDatabase {
        let place = try await TestDatabase()
        try await RecordDatabase.migrate(place.database, SharedFirstAdmin.tables)
        return place
    }

    /// A process.
    private func record(_ place: TestDatabase) -> SharedFirstAdmin {
        SharedFirstAdmin(place.another(), vault: vault, clock: clock.clock)
    }

    @Test("all that start have one code, until half of its time is over")
    func oneCode() async throws {
        let place = try await place()
        let records = (0..<5).map { _ in record(place) }
        let codes = try await withThrowingTaskGroup { group in
            for record in records { group.addTask { try await record.settle().revealed } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(codes.count == 1)
        clock.advance(by: FirstAdmin.lifetime / 2)
        #expect(try await record(place).settle().revealed == codes.first)
        let (hash, endsAt) = try await records[0].current()
        #expect(hash == FirstAdminCode(codes.first ?? "")?.hash)
        #expect(endsAt == clock.now.adding(FirstAdmin.lifetime / 2))
        clock.advance(by: .milliseconds(1))
        let next = try await record(place).settle()
        #expect(next.revealed != codes.first)
        for record in records { #expect(try await record.current().hash == next.hash) }
        // The code is a secret, also in the database.
        let row = try await place.values("SELECT f::text FROM first_admin AS f").joined()
        #expect(!row.contains(next.revealed) && !row.contains(Hexadecimal.encode(next.hash)))
    }

    @Test("of a hundred attempts at once at three one begins, and after it has failed another one")
    func oneBegins() async throws {
        let place = try await place()
        let records = (0..<3).map { _ in record(place) }
        _ = try await records[0].settle()
        func begin() async throws -> [FirstAdminTurn] {
            try await withThrowingTaskGroup { group in
                for number in 0..<100 { group.addTask { try await records[number % 3].begin() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(try await begin().count { $0 == .begun } == 1)
        // Somebody seems to be there, who is taken back.
        try await records[1].close()
        #expect(try await !records[2].isOver)
        try await records[1].end(isOver: false)
        #expect(try await begin().count { $0 == .begun } == 1)
        // The process that had begun is gone.
        clock.advance(by: SharedFirstAdmin.longestTurn)
        #expect(try await records[2].begin() == .begun)
        try await records[2].end(isOver: true)
        for record in records {
            #expect(try await record.isOver)
            #expect(try await record.begin() == .over)
        }
        // A start without people has another code.
        _ = try await records[0].settle()
        #expect(try await !records[1].isOver)
        try await records[1].close()
        #expect(try await records[0].begin() == .over)
    }
}
