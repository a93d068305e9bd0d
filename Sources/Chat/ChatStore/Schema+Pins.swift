/// Messages that are pinned in their conversations.
extension Schema {
    /// `pinned` counts those of a conversation, so that reading a conversation reads none of them.
    static let pins = """
        CREATE TABLE pins (
            number INTEGER PRIMARY KEY,
            conversation TEXT NOT NULL REFERENCES conversations (id),
            message TEXT NOT NULL UNIQUE REFERENCES messages (id),
            pinned_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX pins_of_conversation ON pins (conversation, number);
        ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
        CREATE TRIGGER pins_are_counted AFTER INSERT ON pins BEGIN
            UPDATE conversations SET pinned = pinned + 1 WHERE id = NEW.conversation;
        END;
        CREATE TRIGGER unpinned_are_counted AFTER DELETE ON pins BEGIN
            UPDATE conversations SET pinned = pinned - 1 WHERE id = OLD.conversation;
        END;
        """
}
