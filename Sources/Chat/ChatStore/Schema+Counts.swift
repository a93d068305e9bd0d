extension Schema {
    /// How many texts were sent in each quarter of an hour (`ChatFigures.interval`, counted from 1970), so that a chart
    /// of messages by day reads at most three thousand rows however many messages there are. A trigger, so that no way
    /// to store a message can forget it. Rows of messages are never deleted.
    ///
    /// People are few, and counted by an index. It holds `deleted_at` too, else SQLite would read the row for it.
    static let counts = """
        CREATE TABLE message_counts (
            quarter INTEGER PRIMARY KEY,
            messages INTEGER NOT NULL
        ) STRICT;
        INSERT INTO message_counts
            SELECT created_at / 900000, count(*) FROM messages WHERE kind = 'text' GROUP BY 1;
        CREATE TRIGGER texts_are_counted AFTER INSERT ON messages WHEN new.kind = 'text' BEGIN
            INSERT INTO message_counts VALUES (new.created_at / 900000, 1)
                ON CONFLICT (quarter) DO UPDATE SET messages = messages + 1;
        END;
        CREATE INDEX people_by_time ON users (created_at, deleted_at) WHERE deleted_at IS NULL;
        """
}
