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
}
