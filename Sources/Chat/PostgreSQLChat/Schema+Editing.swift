// Messages whose texts were changed.
extension Schema {
    /// The texts that messages had before, in their order.
    static let editing =
        [
            "ALTER TABLE messages ADD COLUMN edited_at bigint",
            """
            CREATE TABLE message_versions (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                message_id uuid NOT NULL REFERENCES messages (id),
                text text COLLATE "C" NOT NULL,
                written_at bigint NOT NULL
            )
            """,
            "CREATE INDEX versions_of_message ON message_versions (message_id, number)",
            // Also where a site of an earlier version deletes it.
            """
            CREATE FUNCTION forget_versions() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                DELETE FROM message_versions WHERE message_id = NEW.id;
                RETURN NULL;
            END $$
            """,
            """
            CREATE TRIGGER forget_versions AFTER UPDATE OF deleted_at ON messages FOR EACH ROW
            WHEN (NEW.deleted_at IS NOT NULL AND NEW.edited_at IS NOT NULL) EXECUTE FUNCTION forget_versions()
            """,
        ]
        + trigger(
            "message_edited", "AFTER UPDATE OF edited_at ON messages", when: "NEW.deleted_at IS NULL",
            "note_change(NEW.conversation_id, 'edited', NEW.id, NULL)")
}
