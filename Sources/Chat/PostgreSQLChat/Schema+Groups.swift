// What admins change of groups, and the system messages that tell it.
extension Schema {
    /// `admins_only` has the bits of `AdminsOnly`. The rows of messages are not read again for the longer list of kinds.
    static let groups =
        [
            "ALTER TABLE messages DROP CONSTRAINT messages_kind_check",
            """
            ALTER TABLE messages ADD CONSTRAINT messages_kind_check
            CHECK (kind IN ('text', 'join', 'leave', 'change')) NOT VALID
            """,
            "ALTER TABLE conversations ADD COLUMN description text COLLATE \"C\"",
            "ALTER TABLE conversations ADD COLUMN admins_only bigint NOT NULL DEFAULT 0",
        ]
        + trigger(
            "group_changed", "AFTER UPDATE OF name, description, admins_only ON conversations",
            "note_change(NEW.id, 'members', NULL, NULL)")
}
