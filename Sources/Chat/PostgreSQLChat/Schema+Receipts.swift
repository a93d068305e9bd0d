// How far people have read, in the order of a conversation's messages.
extension Schema {
    /// The position of a read mark is that of its message; none where the person does not show how far they have read. So
    /// the first of many members are found without looking at the others. A trigger sets it, for what other versions
    /// write, too.
    static let receipts = [
        "ALTER TABLE users ADD COLUMN hides_reading bigint NOT NULL DEFAULT 0",
        "ALTER TABLE read_marks ADD COLUMN position bigint",
        // That a position is added is told to nobody.
        "DROP TRIGGER read_mark_set ON read_marks",
        """
        UPDATE read_marks SET position = messages.position FROM messages WHERE messages.id = read_marks.message_id
        """,
        """
        CREATE TRIGGER read_mark_set AFTER INSERT OR UPDATE OF message_id ON read_marks FOR EACH ROW
        WHEN (\(isRecording)) EXECUTE FUNCTION read_mark_set()
        """,
        "CREATE INDEX readers ON read_marks (conversation_id, position DESC) WHERE position IS NOT NULL",
        """
        CREATE FUNCTION position_read() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            NEW.position := (
                SELECT messages.position FROM messages, users
                WHERE messages.id = NEW.message_id AND users.id = NEW.user_id AND users.hides_reading = 0);
            RETURN NEW;
        END $$
        """,
        """
        CREATE TRIGGER position_read BEFORE INSERT OR UPDATE ON read_marks FOR EACH ROW EXECUTE FUNCTION position_read()
        """,
    ]
}
