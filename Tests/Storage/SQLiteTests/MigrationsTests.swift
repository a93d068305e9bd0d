import Foundation
import Synchronization
import Testing

@testable import SQLite

struct MigrationsTests {
    private static let first = "CREATE TABLE people (name TEXT NOT NULL) STRICT"
    private static let second = "ALTER TABLE people ADD COLUMN age INTEGER; CREATE INDEX by_age ON people (age)"

    @Test("a step from version 1 to version 2 keeps what is there")
    func dataIsKept() throws {
        let file = TemporaryFile()
        do {
            var connection = try Connection(.file(file.path))
            try Migrations([Self.first]).apply(to: &connection)
            try connection.run("INSERT INTO people (name) VALUES (?)", "春香")
        }
        var connection = try Connection(.file(file.path))
        try Migrations([Self.first, Self.second]).apply(to: &connection)
        let people = try connection.rows("SELECT name, age FROM people") { ($0.text(0), $0.optionalInteger(1)) }
        #expect(people.map(\.0) == ["春香"])
        #expect(people.map(\.1) == [nil])
        #expect(try connection.row("PRAGMA user_version") { $0.integer(0) } == 2)
    }

    @Test("a database that is up to date is not touched")
    func upToDate() throws {
        var connection = try Connection(.memory)
        let migrations = Migrations([Self.first, Self.second])
        try migrations.apply(to: &connection)
        try migrations.apply(to: &connection)
        #expect(migrations.version == 2)
    }

    @Test("a database of a newer program is refused, and left as it is")
    func newerDatabase() throws {
        let file = TemporaryFile()
        do {
            var connection = try Connection(.file(file.path))
            try Migrations([Self.first, Self.second]).apply(to: &connection)
        }
        let error = #expect(throws: NewerDatabase.self) {
            _ = try Database(.file(file.path), migrations: Migrations([Self.first]))
        }
        #expect(error == NewerDatabase(path: file.path, found: 2, known: 1))
        #expect(error?.description.contains("\(file.path) has version 2") == true)
        var connection = try Connection(.file(file.path))
        #expect(try connection.row("PRAGMA user_version") { $0.integer(0) } == 2)
    }

    @Test("a step that fails is taken back whole, and the steps before it stay")
    func failingStep() throws {
        var connection = try Connection(.memory)
        let broken = "ALTER TABLE people ADD COLUMN age INTEGER; CREATE TABLE people (x)"
        #expect(throws: SQLiteError.self) { try Migrations([Self.first, broken]).apply(to: &connection) }
        #expect(try connection.row("PRAGMA user_version") { $0.integer(0) } == 1)
        try Migrations([Self.first, Self.second]).apply(to: &connection)
        #expect(try connection.rows("SELECT age FROM people") { $0.integer(0) } == [])
    }

    @Test("each step of an older database is reported before it is taken, and no long log is left")
    func progress() throws {
        let file = TemporaryFile()
        do { _ = try Database(.file(file.path), migrations: Migrations([Self.first])) }
        let reported = Mutex<[Migrations.Progress]>([])
        let path = file.path
        // Other tests open databases meanwhile.
        Migrations.observe { progress in if progress.path == path { reported.withLock { $0.append(progress) } } }
        let large = "INSERT INTO people SELECT hex(randomblob(500000)) FROM (VALUES (1), (2), (3))"
        let database = try Database(.file(file.path), migrations: Migrations([Self.first, large, large]))
        let steps = [2, 3].map { Migrations.Progress(path: path, step: $0, steps: 3) }
        #expect(reported.withLock { $0 } == steps)
        let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        #expect(log == 0)
        #expect(try database.read { try $0.row("SELECT count(*) FROM people") { $0.integer(0) } } == 6)
    }

    @Test("two programs that start at once take each step once", arguments: 0..<20)
    func startingAtOnce(_ round: Int) async throws {
        let file = TemporaryFile()
        let steps = Migrations([Self.first] + Array(repeating: "INSERT INTO people VALUES ('x')", count: 10))
        try await withThrowingTaskGroup { group in
            for _ in 0..<2 { group.addTask { _ = try Database(.file(file.path), migrations: steps) } }
            try await group.waitForAll()
        }
        var connection = try Connection(.file(file.path))
        #expect(try connection.row("SELECT count(*) FROM people") { $0.integer(0) } == 10)
    }
}
