/// How far people have read, in the order of a conversation's messages.
extension Schema {
    /// The position of a read mark is that of its message; none where the person does not show how far they have read. So
    /// the first of many members are found without looking at the others.
    static let receipts = """
        ALTER TABLE users ADD COLUMN hides_reading INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE read_marks ADD COLUMN position INTEGER;
        UPDATE read_marks SET position = (SELECT messages.position FROM messages WHERE id = read_marks.message);
        CREATE INDEX readers ON read_marks (conversation, position DESC) WHERE position IS NOT NULL;
        CREATE TRIGGER mark_set AFTER INSERT ON read_marks BEGIN
            UPDATE read_marks SET position = \(position) WHERE conversation = NEW.conversation AND user = NEW.user;
        END;
        CREATE TRIGGER mark_moved AFTER UPDATE OF message ON read_marks BEGIN
            UPDATE read_marks SET position = \(position) WHERE conversation = NEW.conversation AND user = NEW.user;
        END;
        """

    private static let position = """
        CASE WHEN (SELECT hides_reading FROM users WHERE id = NEW.user) = 0
        THEN (SELECT messages.position FROM messages WHERE id = NEW.message) END
        """
}
