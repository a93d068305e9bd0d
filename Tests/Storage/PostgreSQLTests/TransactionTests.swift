import Eventually
import PostgreSQL
import PostgreSQLServer
import Synchronization
import Testing

@Suite("Transactions of PostgreSQL")
struct TransactionTests {
    private struct Refused: Error {}

    @Test("all is stored, or nothing")
    func atomic() async throws {
        let place = try await TestDatabase()
        _ = try await place.database.run(Query("CREATE TABLE a (n bigint)"))
        let read = try await place.database.transaction { transaction in
            try await transaction.run(Query("INSERT INTO a VALUES (1)"))
            #expect(try await place.values("SELECT n FROM a") == [])
            return try await transaction.run(Query("SELECT n FROM a")).map { $0.integer(0) }
        }
        #expect(read == [1])
        await #expect(throws: Refused.self) {
            try await place.database.transaction { transaction in
                try await transaction.run(Query("INSERT INTO a VALUES (2)"))
                throw Refused()
            }
        }
        #expect(try await place.values("SELECT n FROM a") == ["1"])
    }

    @Test("a transaction in which a query has failed is not committed, though its body lets the error pass")
    func passedOver() async throws {
        let place = try await TestDatabase()
        _ = try await place.database.run(Query("CREATE TABLE a (n bigint PRIMARY KEY)"))
        let error = await #expect(throws: PostgreSQLError.self) {
            try await place.database.transaction { transaction in
                try await transaction.run(Query("INSERT INTO a VALUES (1)"))
                _ = try? await transaction.run(Query("INSERT INTO a VALUES (1)"))
            }
        }
        #expect(error?.isUniqueViolation == true)
        #expect(try await place.values("SELECT n FROM a") == [])
    }

    @Test("two that wait for each other are both done")
    func conflict() async throws {
        let place = try await TestDatabase()
        _ = try await place.database.run([
            Query("CREATE TABLE a (n bigint PRIMARY KEY, by bigint DEFAULT 0)"),
            Query("INSERT INTO a VALUES (1), (2)"),
        ])
        let (begun, attempts) = (Counter(), Counter())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (first, second) in [(1, 2), (2, 1)] as [(Int, Int)] {
                group.addTask {
                    try await place.database.transaction { transaction in
                        attempts.increment()
                        try await transaction.run(Query("UPDATE a SET by = by + 1 WHERE n = $1", first))
                        begun.increment()
                        try await eventually { begun.count >= 2 }
                        try await transaction.run(Query("UPDATE a SET by = by + 1 WHERE n = $1", second))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await place.values("SELECT by FROM a") == ["2", "2"])
        #expect(attempts.count > 2)
    }
}

private final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }

    func increment() { value.add(1, ordering: .relaxed) }
}
