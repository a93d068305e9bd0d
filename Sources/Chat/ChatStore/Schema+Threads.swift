/// The replies to messages in conversations of their own.
extension Schema {
    /// A thread is a conversation with the group as its `parent` and the message as its `root`; its name is empty. `root`
    /// refers to no row by a constraint, because conversations are copied before messages.
    ///
    /// `replies` of a message counts the texts of its thread, NULL where there was none ever. Triggers, so that no way to store
    /// or delete a message can forget it.
    static let threads = """
        ALTER TABLE conversations ADD COLUMN has_threads INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE conversations ADD COLUMN parent TEXT REFERENCES conversations (id);
        ALTER TABLE conversations ADD COLUMN root TEXT;
        CREATE UNIQUE INDEX threads_by_root ON conversations (root) WHERE root IS NOT NULL;
        CREATE INDEX threads_of_group ON conversations (parent) WHERE parent IS NOT NULL;
        ALTER TABLE messages ADD COLUMN replies INTEGER;
        CREATE TRIGGER replies_are_counted AFTER INSERT ON messages
            WHEN new.kind = 'text' AND new.deleted_at IS NULL BEGIN
            UPDATE messages SET replies = ifnull(replies, 0) + 1
                WHERE id = (SELECT root FROM conversations WHERE id = new.conversation);
        END;
        CREATE TRIGGER deleted_replies_are_counted AFTER UPDATE OF deleted_at ON messages
            WHEN new.kind = 'text' AND old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
            UPDATE messages SET replies = replies - 1
                WHERE id = (SELECT root FROM conversations WHERE id = new.conversation);
        END;
        """
}
