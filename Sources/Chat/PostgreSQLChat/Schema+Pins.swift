// Messages that are pinned in their conversations.
extension Schema {
    /// `pinned` counts those of a conversation, so that reading a conversation reads none of them.
    static let pins =
        [
            "ALTER TABLE conversations ADD COLUMN pinned bigint NOT NULL DEFAULT 0",
            """
            CREATE TABLE pins (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                conversation_id uuid NOT NULL REFERENCES conversations (id),
                message_id uuid NOT NULL UNIQUE REFERENCES messages (id),
                pinned_at bigint NOT NULL
            )
            """,
            "CREATE INDEX pins_of_conversation ON pins (conversation_id, number)",
            """
            CREATE FUNCTION count_pins() RETURNS trigger LANGUAGE plpgsql AS $$
            DECLARE
                changed uuid := CASE WHEN TG_OP = 'INSERT' THEN NEW.conversation_id ELSE OLD.conversation_id END;
            BEGIN
                UPDATE conversations SET pinned = pinned + CASE WHEN TG_OP = 'INSERT' THEN 1 ELSE -1 END
                WHERE id = changed;
                IF \(isRecording) THEN PERFORM note_change(changed, 'members', NULL, NULL); END IF;
                RETURN NULL;
            END $$
            """,
            "CREATE TRIGGER count_pins AFTER INSERT OR DELETE ON pins FOR EACH ROW EXECUTE FUNCTION count_pins()",
            // Also where a site of an earlier version deletes the message.
            """
            CREATE FUNCTION unpin_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                DELETE FROM pins WHERE message_id = NEW.id;
                RETURN NULL;
            END $$
            """,
            """
            CREATE TRIGGER unpin_deleted AFTER UPDATE OF deleted_at ON messages FOR EACH ROW
            WHEN (NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION unpin_deleted()
            """,
        ]
}
