/// What spares a page of a conversation lookups by ids.
extension Schema {
    /// `messages.reacted` is how many reactions a message has, NULL where there was none ever: a page without reactions does not
    /// look for any.
    ///
    /// `read_marks.sent_at` is the `created_at` of the message, and `position` is NULL for who has left, too: so the index
    /// `readers` holds all that is told of readers, and only of those.
    ///
    /// Triggers, so that no way to store or delete a reaction or a mark, or to leave, can forget it. Who sets `sent_at` with the
    /// mark sets both: a mark is what is written most.
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
        UPDATE read_marks SET sent_at = (SELECT created_at FROM messages WHERE id = read_marks.message);
        UPDATE read_marks SET position = NULL WHERE NOT EXISTS (
            SELECT 1 FROM participants WHERE conversation = read_marks.conversation AND user = read_marks.user
                AND left_at IS NULL);
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
