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

    @Test("transactions that are run again leave the other connections to others")
    func runAgain() async throws {
        var limits = DatabaseLimits()
        limits.connections = 2
        let place = try await TestDatabase(limits)
        _ = try await place.database.run(Query("CREATE TABLE turns ()"))
        let (other, attempts, mayEnd) = (place.another(), Counter(), Counter())
        defer { other.close() }
        let conflict = Query("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await other.transaction { transaction in
                    try await transaction.run(Query("LOCK TABLE turns IN EXCLUSIVE MODE"))
                    attempts.increment()
                    try await eventually { mayEnd.count == 1 }
                }
            }
            try await eventually { attempts.count == 1 }
            for _ in 0..<10 {
                group.addTask {
                    let isSecond = Counter()
                    try await place.database.transaction(.serializable(queue: "turns")) { transaction in
                        attempts.increment()
                        isSecond.increment()
                        try await transaction.run(isSecond.count > 1 ? Query("SELECT 1") : conflict)
                    }
                }
            }
            // Each has had its first attempt, and one waits for the lock.
            try await eventually {
                try await other.run(Query("SELECT 1 FROM pg_locks WHERE NOT granted")).count == 1
                    && attempts.count == 12
            }
            #expect(try await place.database.run(Query("SELECT 1")).count == 1)
            mayEnd.increment()
            try await group.waitForAll()
        }
        #expect(attempts.count == 21)
    }

    @Test("the locks of a process that goes on with nothing are given up")
    func stopped() async throws {
        var limits = DatabaseLimits()
        limits.statementTime = .seconds(1)
        let place = try await TestDatabase(limits)
        _ = try await place.database.run(Query("CREATE TABLE a ()"))
        let (stopped, others) = (Counter(), Counter())
        let lock = Query("LOCK TABLE a IN EXCLUSIVE MODE")
        await withTaskGroup { group in
            group.addTask {
                let error = await #expect(throws: PostgreSQLError.self) {
                    try await place.database.transaction { transaction in
                        try await transaction.run(lock)
                        stopped.increment()
                        try await eventually { others.count == 1 }
                    }
                }
                if case .lost = error {} else { Issue.record("it went on: \(String(describing: error))") }
            }
            group.addTask {
                await #expect(throws: Never.self) {
                    try await eventually { stopped.count == 1 }
                    let other = place.another()
                    defer { other.close() }
                    try await eventually {
                        do { _ = try await other.transaction { try await $0.run(lock) } } catch let error
                            as PostgreSQLError where error.isTimeout
                        { return false }
                        return true
                    }
                    others.increment()
                }
            }
        }
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
