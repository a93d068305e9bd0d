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
        #expect(read.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    }
}
