import SQLite
import Testing

struct DatabaseTests {
    private static let counter = Migrations([
        "CREATE TABLE counters (value INTEGER NOT NULL) STRICT; INSERT INTO counters VALUES (0)"
    ])

    @Test("many tasks write at once, and nothing is lost", arguments: [true, false])
    func concurrency(inMemory: Bool) async throws {
        let file = TemporaryFile()
        let database = try Database(inMemory ? .memory : .file(file.path), migrations: Self.counter)
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    for _ in 0..<50 {
                        try database.write { connection in
                            let value = try connection.row("SELECT value FROM counters") { $0.integer(0) } ?? 0
                            try connection.run("UPDATE counters SET value = ?", value + 1)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try database.read { try $0.row("SELECT value FROM counters") { $0.integer(0) } } == 1_000)
    }

    @Test("two databases on one file wait for each other")
    func twoConnections() async throws {
        let file = TemporaryFile()
        let databases = [
            try Database(.file(file.path), migrations: Self.counter),
            try Database(.file(file.path), migrations: Self.counter),
        ]
        try await withThrowingTaskGroup { group in
            for database in databases {
                group.addTask {
                    for _ in 0..<100 {
                        try database.write { try $0.run("UPDATE counters SET value = value + 1") }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try databases[0].read { try $0.row("SELECT value FROM counters") { $0.integer(0) } } == 200)
    }

    @Test("a database in memory is its own")
    func memory() throws {
        let (one, other) = (
            try Database(.memory, migrations: Self.counter), try Database(.memory, migrations: Self.counter)
        )
        try one.write { try $0.run("UPDATE counters SET value = 5") }
        #expect(try other.read { try $0.row("SELECT value FROM counters") { $0.integer(0) } } == 0)
    }

    @Test("a write that throws is taken back, and the error is what was thrown")
    func writeIsTakenBack() throws {
        struct Refused: Error {}
        let database = try Database(.memory, migrations: Self.counter)
        #expect(throws: Refused.self) {
            try database.write { connection in
                try connection.run("UPDATE counters SET value = 5")
                throw Refused()
            }
        }
        #expect(try database.read { try $0.row("SELECT value FROM counters") { $0.integer(0) } } == 0)
    }

    // A call within another stands for one of another thread at that moment.

    @Test("who reads waits neither for who reads nor for who writes, and sees what was written before")
    func readingMeanwhile() throws {
        let file = TemporaryFile()
        let database = try Database(.file(file.path), migrations: Self.counter)
        func value(_ connection: inout Connection) throws -> Int64? {
            try connection.row("SELECT value FROM counters") { $0.integer(0) }
        }
        for round in 1...3 as ClosedRange<Int64> {
            try database.write { connection in
                try connection.run("UPDATE counters SET value = ?", round)
                // What is not done yet nobody sees.
                #expect(try database.read(value) == round - 1)
            }
            let seen = try database.read { _ in
                try database.read { _ in [try database.read(value), try database.read(value)] }
            }
            #expect(seen == [round, round])
        }
    }

    @Test("what takes long keeps nobody from writing, and sees the database as it was", arguments: [1, 5])
    func readingAside(rounds: Int) throws {
        let file = TemporaryFile()
        let database = try Database(.file(file.path), migrations: Self.counter)
        try database.readAside { connection in
            try connection.snapshot { connection in
                for round in 1...rounds {
                    #expect(try connection.row("SELECT value FROM counters") { $0.integer(0) } == 0)
                    try database.write { try $0.run("UPDATE counters SET value = ?", round) }
                }
            }
        }
        #expect(try database.readAside { try $0.row("SELECT value FROM counters") { $0.integer(0) } } == Int64(rounds))
    }

    @Test("who reads beside others can't write")
    func readersDoNotWrite() throws {
        let file = TemporaryFile()
        let database = try Database(.file(file.path), migrations: Self.counter)
        let error = #expect(throws: SQLiteError.self) {
            try database.read { _ in
                try database.read { try $0.run("UPDATE counters SET value = 7") }
            }
        }
        #expect(error?.description.contains("readonly") == true)
        #expect(try database.read { try $0.row("SELECT value FROM counters") { $0.integer(0) } } == 0)
    }

    @Test("many read while many write, and each sees a whole write")
    func readingAndWriting() async throws {
        let file = TemporaryFile()
        let database = try Database(
            .file(file.path),
            migrations: Migrations(["CREATE TABLE pair (a INTEGER, b INTEGER) STRICT; INSERT INTO pair VALUES (0, 0)"]))
        try await withThrowingTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<200 {
                        try database.write { connection in
                            try connection.run("UPDATE pair SET a = a + 1")
                            try connection.run("UPDATE pair SET b = b + 1")
                        }
                    }
                }
            }
            for _ in 0..<4 {
                group.addTask {
                    var last: Int64 = 0
                    for _ in 0..<500 {
                        let pair = try database.read {
                            try $0.row("SELECT a, b FROM pair") { ($0.integer(0), $0.integer(1)) }
                        }
                        let (a, b) = try #require(pair)
                        #expect(a == b && a >= last)
                        last = a
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("what another writes is told from what it writes itself")
    func foreignVersion() throws {
        let file = TemporaryFile()
        let database = try Database(.file(file.path), migrations: Self.counter)
        let other = try Database(.file(file.path), migrations: Self.counter)
        let atFirst = try database.foreignVersion()
        try database.write { try $0.run("UPDATE counters SET value = 1") }
        #expect(try database.foreignVersion() == atFirst)
        try other.write { try $0.run("UPDATE counters SET value = 2") }
        #expect(try database.foreignVersion() != atFirst)
    }
}
