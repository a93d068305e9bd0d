internal import Chat
internal import SQLite

extension Schema {
    /// The words of messages, folded as those who search fold theirs (`FoldedText`), and an index of every three
    /// characters that follow each other in them (https://sqlite.org/fts5.html#the_trigram_tokenizer).
    ///
    /// The text is folded already, so the tokenizer keeps it as it is. The index holds no text of its own, and
    /// follows the table by triggers; the table has a row for each message that can be found, and no other.
    static let search = """
        CREATE TABLE message_words (
            number INTEGER PRIMARY KEY REFERENCES messages (number),
            folded TEXT NOT NULL
        ) STRICT;

        CREATE VIRTUAL TABLE message_index USING fts5 (
            folded, content = 'message_words', content_rowid = 'number', columnsize = 0,
            tokenize = 'trigram case_sensitive 1'
        );

        CREATE TRIGGER message_words_inserted AFTER INSERT ON message_words BEGIN
            INSERT INTO message_index (rowid, folded) VALUES (new.number, new.folded);
        END;
        CREATE TRIGGER message_words_deleted AFTER DELETE ON message_words BEGIN
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
            guard let end = batch.last?.0 else { return }
            for (number, text) in batch { try connection.index(text, ofMessage: number) }
            last = end
        }
    }
}
