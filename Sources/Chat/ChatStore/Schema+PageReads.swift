/// What spares a page of a conversation lookups by ids.
extension Schema {
    /// `messages.reacted` is how many reactions a message has, NULL where there was none ever: a page without reactions does not
    /// look for any.
    ///
    /// `read_marks.sent_at` is the `created_at` of the message, NULL for a mark of an earlier version until it moves: to look up
    /// a million takes 20 s. `position` is NULL for those who have left, too. So the index `readers` holds all that is told of
    /// readers, and nobody else.
    ///
    /// Triggers, so that no way to store or delete a reaction or a mark, or to leave, can forget it. They do nothing where
    /// `sent_at` is written with a mark, as `position` is then, too: marks are written more than anything else.
    static let pageReads = """
        ALTER TABLE messages ADD COLUMN reacted INTEGER;
        UPDATE messages SET reacted = (SELECT count(*) FROM reactions WHERE message = messages.id)
            WHERE id IN (SELECT message FROM reactions);
        CREATE TRIGGER reactions_are_counted AFTER INSERT ON reactions BEGIN
            UPDATE messages SET reacted = ifnull(reacted, 0) + 1 WHERE id = NEW.message;
        END;
        CREATE TRIGGER removed_reactions_are_counted AFTER DELETE ON reactions BEGIN
            UPDATE messages SET reacted = reacted - 1 WHERE id = OLD.message;
        END;

        DROP TRIGGER mark_set;
        DROP TRIGGER mark_moved;
        DROP INDEX readers;
        ALTER TABLE read_marks ADD COLUMN sent_at INTEGER;
        UPDATE read_marks SET position = NULL
            WHERE (conversation, user) IN (SELECT conversation, user FROM participants WHERE left_at IS NOT NULL);
        CREATE INDEX readers ON read_marks (conversation, position DESC, message, sent_at) WHERE position IS NOT NULL;
        CREATE TRIGGER mark_set AFTER INSERT ON read_marks WHEN NEW.sent_at IS NULL BEGIN \(updatePlace); END;
        CREATE TRIGGER mark_moved AFTER UPDATE OF message ON read_marks WHEN NEW.sent_at IS OLD.sent_at
            BEGIN \(updatePlace); END;
        CREATE TRIGGER reader_left_or_returned AFTER UPDATE OF left_at ON participants
            WHEN (old.left_at IS NULL) <> (new.left_at IS NULL) BEGIN
            UPDATE read_marks SET message = message WHERE conversation = NEW.conversation AND user = NEW.user;
        END;
        """

    private static let updatePlace = """
        UPDATE read_marks SET
            position = CASE WHEN (SELECT hides_reading FROM users WHERE id = NEW.user) = 0
                AND EXISTS (
                    SELECT 1 FROM participants
                    WHERE conversation = NEW.conversation AND user = NEW.user AND left_at IS NULL)
                THEN (SELECT messages.position FROM messages WHERE id = NEW.message) END,
            sent_at = (SELECT created_at FROM messages WHERE id = NEW.message)
        WHERE conversation = NEW.conversation AND user = NEW.user
        """
}
