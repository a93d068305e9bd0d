internal import Chat
internal import SQLite

extension Schema {
    /// The words of messages, folded as those who search fold theirs (`FoldedText`), and an index of every three
    /// characters that follow each other in them (https://sqlite.org/fts5.html#the_trigram_tokenizer).
    ///
    /// The text is folded already, so the tokenizer keeps it as it is. The table has a row for each message that can
    /// be found, and no other; the index follows it by triggers and holds no text of its own.
    ///
    /// A transaction that touches the index costs 100 µs however little it adds, more than twice what sending costs.
    /// So messages enter it by 64: those numbered below the last multiple of 64 are in it (`indexed_words`),
    /// and a search reads the few that follow.
    static let search = """
        CREATE TABLE message_words (
            number INTEGER PRIMARY KEY REFERENCES messages (number),
            folded TEXT NOT NULL
        ) STRICT;

        CREATE VIEW indexed_words AS
            SELECT number, folded FROM message_words WHERE number < (SELECT max(number) FROM messages) / 64 * 64;

        CREATE VIRTUAL TABLE message_index USING fts5 (
            folded, content = 'indexed_words', content_rowid = 'number', columnsize = 0,
            tokenize = 'trigram case_sensitive 1'
        );

        CREATE TRIGGER sixty_four_messages AFTER INSERT ON messages WHEN new.number % 64 = 0 BEGIN
            INSERT INTO message_index (rowid, folded) SELECT number, folded FROM message_words
                WHERE number >= new.number - 64 AND number < new.number;
        END;
        CREATE TRIGGER words_deleted AFTER DELETE ON message_words
            WHEN old.number < (SELECT max(number) FROM messages) / 64 * 64 BEGIN
            INSERT INTO message_index (message_index, rowid, folded) VALUES ('delete', old.number, old.folded);
        END;
        """

    /// How many messages are in memory at once while the index is filled.
    private static let messagesAtOnce = 1_000

    /// Fills the index with what was said before there was one.
    static func fillSearch(_ connection: inout Connection) throws {
        var last: Int64 = 0
        while true {
            let batch = try connection.rows(
                """
                SELECT number, text FROM messages
                WHERE number > ? AND kind = 'text' AND deleted_at IS NULL ORDER BY number LIMIT ?
                """, last, messagesAtOnce
            ) { ($0.integer(0), $0.text(1)) }
            guard let end = batch.last?.0 else { break }
            for (number, text) in batch { try connection.index(text, ofMessage: number) }
            last = end
        }
        try connection.execute("INSERT INTO message_index (message_index) VALUES ('rebuild')")
    }
}
