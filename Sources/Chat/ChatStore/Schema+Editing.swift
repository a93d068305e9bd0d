/// Messages whose texts were changed.
extension Schema {
    /// The texts that messages had before, in their order.
    static let editing = """
        ALTER TABLE messages ADD COLUMN edited_at INTEGER;
        CREATE TABLE message_versions (
            number INTEGER PRIMARY KEY,
            message TEXT NOT NULL REFERENCES messages (id),
            text TEXT NOT NULL,
            written_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX versions_of_message ON message_versions (message, number);
        """
}
