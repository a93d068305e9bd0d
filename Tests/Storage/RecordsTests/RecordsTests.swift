import Concurrency
import PostgreSQL
import PostgreSQLServer
import RecordStores
import Records
import SQLite
import Testing

/// A table of the kind of database for which the test runs.
struct Stage {
    let records: RecordDatabase

    init() async throws {
        let sqlite = SQLite.Migrations(["CREATE TABLE item (key TEXT PRIMARY KEY, n INTEGER, bytes BLOB)"])
        let postgreSQL = PostgreSQL.Migrations(
            "test", [["CREATE TABLE item (key text PRIMARY KEY, n bigint, bytes bytea)"]])
        records = try await RecordPlace().open({ try RecordDatabase($0, migrations: sqlite) }) {
            try await RecordDatabase.migrate($0, postgreSQL)
            return RecordDatabase($0)
        }
    }

    func number(_ key: String) async throws -> Int64? {
        try await records.row("SELECT n FROM item WHERE key = $1", key) { $0.integer(0) }
    }

    /// Adds one in two steps.
    func increment(_ key: String) async throws {
        try await records.transaction { transaction in
            let n = try await transaction.row("SELECT n FROM item WHERE key = $1", key) { $0.integer(0) }
            guard let n else {
                try await transaction.run("INSERT INTO item (key, n) VALUES ($1, 1)", key)
                return
            }
            try await transaction.run("UPDATE item SET n = $2 WHERE key = $1", key, n + 1)
        }
    }
}

private struct Refusal: Error {}

@Suite("Records in both kinds of databases", .eachRecordStore)
struct RecordsTests {
    @Test("each kind of value comes back as it was stored")
    func types() async throws {
        let stage = try await Stage()
        let all = (0...255).map { UInt8($0) }
        let values: [(any Storable)?] = ["縁側 'a' \\ \"b\"", Int64.min, all]
        try await stage.records.transaction { transaction in
            try await transaction.run(RecordQuery("INSERT INTO item (key, n, bytes) VALUES ($1, $2, $3)", values))
            try await transaction.run("INSERT INTO item (key, n, bytes) VALUES ($1, $2, $3)", "", true, [UInt8]())
            try await transaction.run("INSERT INTO item (key, n, bytes) VALUES ($1, $2, $3)", "null", nil, nil)
        }
        let rows = try await stage.records.rows("SELECT key, n, bytes FROM item ORDER BY length(key) DESC") { $0 }
        #expect(
            rows == [
                Record([.text("縁側 'a' \\ \"b\""), .integer(.min), .blob(all)]), Record([.text("null"), .null, .null]),
                Record([.text(""), .integer(1), .blob([])]),
            ])
        #expect(rows[1].integer(1) == 0 && rows[1].text(1) == "" && rows[1].blob(2) == [])
        #expect(rows[1].optionalInteger(1) == nil && rows[1].optionalText(1) == nil && rows[1].optionalBlob(2) == nil)
        let counted = try await stage.records.row(
            "SELECT count(*), EXISTS (SELECT 1 FROM item WHERE n = 1) FROM item"
        ) { $0 }
        #expect(counted == Record([.integer(3), .integer(1)]))
    }

    @Test("parameters are found by their numbers, in any order and repeated")
    func parameters() async throws {
        let stage = try await Stage()
        let changed = try await stage.records.transaction { transaction in
            try await transaction.run("INSERT INTO item (n, key) VALUES ($2, $1)", "a", 7)
            return try await transaction.run(
                "UPDATE item SET n = CASE WHEN n < $2 THEN $2 ELSE n END WHERE key = $1 AND n <> $2", "a", 9)
        }
        #expect(changed == 1)
        let row = try await stage.records.row("SELECT key FROM item WHERE n = $2 AND key = $1 AND n = $2", "a", 9) {
            $0.text(0)
        }
        #expect(row == "a")
        #expect(try await stage.records.exists("SELECT 1 FROM item WHERE CAST($1 AS text) IS NULL OR key = $1", "a"))
        #expect(try await !stage.records.exists("SELECT 1 FROM item WHERE key = $1", "b"))
    }

    @Test("several reads answer in their order")
    func severalReads() async throws {
        let stage = try await Stage()
        for _ in 0..<3 { try await stage.increment("a") }
        let query = "SELECT n FROM item WHERE key = $1"
        let found = try await stage.records.read([
            RecordQuery(query, "a"), RecordQuery(query, "b"), RecordQuery("SELECT count(*) FROM item"),
        ])
        #expect(found == [[Record([.integer(3)])], [], [Record([.integer(1)])]])
        #expect(try await stage.records.longRead(RecordQuery(query, "a")) == [Record([.integer(3)])])
    }

    @Test("an error in a transaction leaves nothing of it")
    func rollback() async throws {
        let stage = try await Stage()
        await #expect(throws: Refusal.self) {
            try await stage.records.transaction { transaction in
                try await transaction.run("INSERT INTO item (key, n) VALUES ('a', 1)")
                #expect(try await transaction.exists("SELECT 1 FROM item WHERE key = 'a'"))
                throw Refusal()
            }
        }
        #expect(try await stage.number("a") == nil)
        // A violated constraint.
        try await stage.increment("a")
        await #expect(throws: (any Error).self) {
            try await stage.records.transaction { transaction in
                try await transaction.run("INSERT INTO item (key, n) VALUES ('b', 1)")
                try await transaction.run("INSERT INTO item (key, n) VALUES ('a', 1)")
            }
        }
        #expect(try await stage.number("b") == nil)
        #expect(try await stage.number("a") == 1)
    }

    @Test("a row that is deleted and returned is deleted once")
    func returning() async throws {
        let stage = try await Stage()
        for key in ["a", "b"] { try await stage.increment(key) }
        for count in [2, 0] {
            let taken = try await stage.records.transaction { transaction in
                try await transaction.rows("DELETE FROM item WHERE n = $1 RETURNING key", 1) { $0.text(0) }
            }
            #expect(taken.count == count)
        }
    }

    @Test("of increments at once none is lost, the first of a row included")
    func increments() async throws {
        let stage = try await Stage()
        try await withThrowingTaskGroup { group in
            for number in 0..<100 { group.addTask { try await stage.increment(["a", "b"][number % 2]) } }
            try await group.waitForAll()
        }
        #expect(try await stage.number("a") == 50)
        #expect(try await stage.number("b") == 50)
    }

    @Test("a database that can be read and written to says so")
    func checks() async throws {
        let stage = try await Stage()
        try await stage.records.check()
        try await stage.records.checkWriting()
    }
}

@Suite("A transaction of SQLite that suspends")
struct SuspendingTransactionTests {
    @Test("goes on where it is resumed, and others wait for it")
    func suspending() async throws {
        let stage = try await Stage()
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    try await stage.records.transaction { transaction in
                        let n = try await transaction.row("SELECT n FROM item") { $0.integer(0) } ?? 0
                        await Task.yield()
                        try await transaction.run(
                            "INSERT INTO item (key, n) VALUES ('a', 1) ON CONFLICT (key) DO UPDATE SET n = $1", n + 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await stage.number("a") == 20)
    }
}

@Suite("Records in PostgreSQL where something is wrong")
struct RecordOutageTests {
    @Test("a server that is not there, and one that takes no changes, are told apart")
    func outage() async throws {
        let place = try await TestDatabase()
        try await RecordDatabase.migrate(place.database, PostgreSQL.Migrations("test", [[]]))
        try await place.server.run(
            "ALTER DATABASE \(place.name) SET default_transaction_read_only = on", in: "postgres")
        let readOnly = place.another()
        defer { readOnly.close() }
        let records = RecordDatabase(readOnly)
        // With `target_session_attrs=read-write` no connection is made.
        await #expect(throws: StoreOutage.self) { try await records.check() }
        let address = try #require(ServerAddress("postgresql://engawa@/x?host=/nowhere"))
        let nowhere = PostgreSQL.Database(address, on: [place.loop])
        defer { nowhere.close() }
        await #expect(throws: StoreOutage.self) { try await RecordDatabase(nowhere).check() }
        await #expect(throws: StoreOutage.self) {
            try await RecordDatabase(nowhere).transaction { _ = try await $0.run("SELECT 1") }
        }
    }
}
