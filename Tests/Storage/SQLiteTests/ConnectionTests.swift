import Foundation
import SQLite
import Testing

struct ConnectionTests {
    @Test(
        "a file's database writes ahead, syncs each commit, waits for others and checks references",
        arguments: [Connection.Access.writing, .reading])
    func settings(access: Connection.Access) throws {
        let file = TemporaryFile()
        _ = try Connection(.file(file.path))
        var connection = try Connection(.file(file.path), access: access)
        #expect(try connection.row("PRAGMA journal_mode") { $0.text(0) } == "wal")
        #expect(try connection.row("PRAGMA synchronous") { $0.integer(0) } == 2)
        #expect(try connection.row("PRAGMA foreign_keys") { $0.integer(0) } == 1)
        #expect(try connection.row("PRAGMA busy_timeout") { $0.integer(0) } == 5_000)
    }

    @Test("a database that is only read is not created")
    func readingNothing() throws {
        let file = TemporaryFile()
        let error = #expect(throws: SQLiteError.self) { _ = try Connection(.file(file.path), access: .reading) }
        #expect(error?.primaryCode == 14)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("only the owner can read a database's files")
    func permissions() throws {
        let file = TemporaryFile()
        var connection = try Connection(.file(file.path))
        try connection.execute("CREATE TABLE t (x)")
        for suffix in ["", "-wal"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path + suffix)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("a database that can't be opened says which, and why")
    func unopenable() throws {
        let path = "/nowhere/at/all.sqlite"
        let error = #expect(throws: SQLiteError.self) { _ = try Connection(.file(path)) }
        #expect(error?.operation == .open)
        #expect(error?.subject == path)
        #expect(error?.primaryCode == 14)
    }

    @Test("a file that is no database is refused and left as it is")
    func notADatabase() throws {
        let file = TemporaryFile()
        let text = String(repeating: "These are my notes. ", count: 100)
        try text.write(toFile: file.path, atomically: true, encoding: .utf8)
        let error = #expect(throws: SQLiteError.self) { _ = try Connection(.file(file.path)) }
        #expect(error?.primaryCode == 26)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
    }

    @Test("a statement that failed works the next time")
    func reuseAfterError() throws {
        var connection = try Connection(.memory)
        try connection.execute("CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT")
        let insert = "INSERT INTO notes VALUES (?)"
        try connection.run(insert, "a")
        let error = #expect(throws: SQLiteError.self) { try connection.run(insert, "a") }
        #expect(error?.isUniqueViolation == true)
        #expect(error?.isForeignKeyViolation == false)
        try connection.run(insert, "b")
        #expect(connection.changes == 1)
        #expect(try connection.rows("SELECT text FROM notes ORDER BY text") { $0.text(0) } == ["a", "b"])
    }

    @Test("a statement left in the middle of its rows starts from the first the next time")
    func reuseAfterLeaving() throws {
        struct Enough: Error {}
        var connection = try Connection(.memory)
        let sql = "SELECT 1 UNION ALL SELECT 2"
        #expect(throws: Enough.self) { try connection.rows(sql) { _ in throw Enough() } }
        #expect(try connection.row(sql) { $0.integer(0) } == 1)
        #expect(try connection.rows(sql) { $0.integer(0) } == [1, 2])
    }

    @Test("more statements than are kept still work")
    func manyStatements() throws {
        var connection = try Connection(.memory)
        for round in 0..<2 {
            for number in 0...Connection.maximumKeptStatements + 10 {
                #expect(try connection.row("SELECT \(number) + ?", round) { $0.integer(0) } == Int64(number + round))
            }
        }
    }

    @Test("an error tells the SQL and SQLite's words, not what was bound")
    func errorWithoutValues() throws {
        var connection = try Connection(.memory)
        try connection.execute("CREATE TABLE people (alias TEXT UNIQUE) STRICT")
        let insert = "INSERT INTO people VALUES (?)"
        try connection.run(insert, "a-secret")
        let error = try #require(throws: SQLiteError.self) { try connection.run(insert, "a-secret") }
        #expect(
            error.description
                == "SQLite 2067 during step: UNIQUE constraint failed: people.alias [INSERT INTO people VALUES (?)]")
    }

    @Test("SQL that makes no sense is refused when prepared")
    func syntaxError() throws {
        var connection = try Connection(.memory)
        let error = #expect(throws: SQLiteError.self) { try connection.run("SELEKT 1") }
        #expect(error?.operation == .prepare)
        #expect(error?.primaryCode == 1)
    }

    @Test("a transaction that fails leaves nothing behind, and the next one works")
    func transactions() throws {
        struct Refused: Error {}
        var connection = try Connection(.memory)
        try connection.execute("CREATE TABLE notes (text TEXT) STRICT")
        #expect(throws: Refused.self) {
            try connection.transaction { connection in
                try connection.run("INSERT INTO notes VALUES ('a')")
                throw Refused()
            }
        }
        try connection.transaction { try $0.run("INSERT INTO notes VALUES ('b')") }
        #expect(try connection.rows("SELECT text FROM notes") { $0.text(0) } == ["b"])
    }

    @Test("a snapshot sees the database as it was, and ends with an error as well")
    func snapshots() throws {
        struct Refused: Error {}
        let file = TemporaryFile()
        var writer = try Connection(.file(file.path))
        try writer.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
        var reader = try Connection(.file(file.path))
        func count(_ connection: inout Connection) throws -> Int64? {
            try connection.row("SELECT count(*) FROM t") { $0.integer(0) }
        }
        try reader.snapshot { reader in
            #expect(try count(&reader) == 1)
            try writer.execute("INSERT INTO t VALUES (2)")
            #expect(try count(&reader) == 1)
        }
        #expect(try count(&reader) == 2)
        #expect(throws: Refused.self) { try reader.snapshot { _ in throw Refused() } }
        #expect(try reader.snapshot { try count(&$0) } == 2)
    }

    @Test("a commit that breaks a reference leaves nothing behind")
    func deferredReference() throws {
        var connection = try Connection(.memory)
        try connection.execute(
            """
            CREATE TABLE parents (id INTEGER PRIMARY KEY);
            CREATE TABLE children (parent REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED);
            """)
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction { try $0.run("INSERT INTO children VALUES (1)") }
        }
        #expect(error?.isForeignKeyViolation == true)
        #expect(try connection.row("SELECT count(*) FROM children") { $0.integer(0) } == 0)
        try connection.transaction { try $0.run("INSERT INTO parents VALUES (1)") }
    }
}
