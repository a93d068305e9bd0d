internal import Chat
internal import SQLite

extension Schema {
    /// The index of the versions up to 0.1, which `messageTexts` and its successors replace: the folded text of messages
    /// (`FoldedText`), and a trigram index of all messages (https://sqlite.org/fts5.html#the_trigram_tokenizer).
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

    /// The number of messages that are read at once to fill an index.
    private static let messagesAtOnce = 1_000

    /// Fills the index with the messages of a database that had none.
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
            for (number, text) in batch {
                try connection.run(
                    "INSERT INTO message_words (number, folded) VALUES (?, ?)", number, FoldedText(text).description)
            }
            last = end
        }
        try connection.execute("INSERT INTO message_index (message_index) VALUES ('rebuild')")
    }

    /// The folded text of messages, together by conversation, so that a search reads only the conversations of the
    /// person who searches; and a filter for each complete block of a conversation (`GramFilter`).
    ///
    /// `place` is a `TextPlace`, in `text_filters` the first of the block.
    static let messageTexts = """
        CREATE TABLE message_texts (
            place INTEGER PRIMARY KEY,
            message INTEGER NOT NULL REFERENCES messages (number),
            created_at INTEGER NOT NULL,
            folded TEXT NOT NULL
        ) STRICT;

        CREATE TABLE text_filters (
            place INTEGER PRIMARY KEY,
            newest_at INTEGER NOT NULL,
            grams BLOB NOT NULL
        ) STRICT;
        """

    /// Copies some texts of `message_words`, in the order of their places, with the filters of their blocks.
    /// - Returns: whether these were the last.
    static func copyMessageTexts(_ connection: inout Connection) throws -> Bool {
        let last = try connection.row("SELECT place, created_at FROM message_texts ORDER BY place DESC LIMIT 1") {
            (place: TextPlace(rawValue: $0.integer(0)), createdAt: $0.integer(1))
        }
        var conversation = last?.place.conversation ?? 0
        var after = (createdAt: last?.createdAt ?? .min, position: last?.place.position ?? 0)
        var copied = 0
        repeat {
            let batch = try connection.rows(
                """
                SELECT position, messages.number, messages.created_at, folded FROM conversations
                CROSS JOIN messages ON messages.conversation = conversations.id
                CROSS JOIN message_words ON message_words.number = messages.number
                WHERE conversations.number = ? AND (messages.created_at, position) > (?, ?)
                ORDER BY messages.created_at, position LIMIT ?
                """, conversation, after.createdAt, after.position, messagesAtOnce - copied
            ) { (position: $0.integer(0), number: $0.integer(1), createdAt: $0.integer(2), folded: $0.text(3)) }
            for text in batch {
                let place = TextPlace(conversation: conversation, position: text.position)
                try connection.insert(folded: text.folded, of: text.number, at: place, sentAt: text.createdAt)
            }
            for block in Set(batch.map { TextPlace(conversation: conversation, position: $0.position).block }) {
                try connection.writeFilter(of: block)
            }
            copied += batch.count
            guard copied < messagesAtOnce else { return false }
            let next = try connection.row(
                "SELECT number FROM conversations WHERE number > ? ORDER BY number LIMIT 1", conversation
            ) { $0.integer(0) }
            guard let next else { return true }
            (conversation, after) = (next, (.min, 0))
        } while true
    }

    /// Removes what `messageTexts` replaces.
    static let withoutWords = """
        DROP TRIGGER sixty_four_messages;
        DROP TRIGGER words_deleted;
        DROP TABLE message_index;
        DROP VIEW indexed_words;
        DROP TABLE message_words;
        """
}
