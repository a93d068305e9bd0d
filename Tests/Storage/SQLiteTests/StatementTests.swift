import SQLite
import Testing

struct StatementTests {
    @Test("a text keeps its NUL, its emoji and its kind of normalization")
    func textIsKept() throws {
        var connection = try Connection(.memory)
        try connection.execute("CREATE TABLE notes (text TEXT NOT NULL) STRICT")
        let texts = ["", "a\0b", "\0", "👩‍👩‍👧‍👦🏳️‍🌈", "が e\u{301} \u{E9}", "𠮷野家"]
        for text in texts { try connection.run("INSERT INTO notes VALUES (?)", text) }
        let read = try connection.rows("SELECT text FROM notes ORDER BY rowid") { $0.text(0) }
        // Strings are equal where they only look the same, so bytes are compared.
        #expect(read.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    }

    @Test("a text with NUL is told apart from what comes before the NUL")
    func textWithNULIsCompared() throws {
        var connection = try Connection(.memory)
        try connection.execute("CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT")
        try connection.run("INSERT INTO notes VALUES (?)", "a\0b")
        try connection.run("INSERT INTO notes VALUES (?)", "a")
        #expect(try connection.row("SELECT rowid FROM notes WHERE text = ?", "a\0b") { $0.integer(0) } == 1)
    }

    @Test("values of every type come back as they were bound")
    func everyType() throws {
        var connection = try Connection(.memory)
        let read = try connection.row(
            "SELECT ?, ?, ?, ?, ?", Int64.min, true, [UInt8]([0, 255, 0]), [UInt8](), "x"
        ) { row in
            #expect(row.integer(0) == .min)
            #expect(row.integer(1) == 1)
            #expect(row.blob(2) == [0, 255, 0])
            #expect(row.optionalBlob(3) == [])
            #expect(row.optionalText(4) == "x")
            return true
        }
        #expect(read == true)
    }

    @Test("nil is NULL, and NULL is nil")
    func null() throws {
        var connection = try Connection(.memory)
        let read = try connection.row("SELECT ?, ?", nil as String?, 7 as Int?) { row in
            #expect(row.isNull(0) == true)
            #expect(row.optionalText(0) == nil)
            #expect(row.optionalInteger(0) == nil)
            #expect(row.optionalBlob(0) == nil)
            #expect(row.optionalInteger(1) == 7)
            return true
        }
        #expect(read == true)
    }

    @Test("what was bound once is not bound the next time")
    func bindingsAreCleared() throws {
        var connection = try Connection(.memory)
        let sql = "SELECT ?"
        #expect(try connection.row(sql, "secret") { $0.optionalText(0) } == "secret")
        let unbound = try connection.withStatement(sql) { try $0.step() ? $0.optionalText(0) : "no row" }
        #expect(unbound == nil)
    }

    @Test("a parameter that the statement lacks is an error")
    func tooManyParameters() throws {
        var connection = try Connection(.memory)
        let error = #expect(throws: SQLiteError.self) { try connection.run("SELECT ?", 1, 2) }
        #expect(error?.operation == .bind)
    }
}
