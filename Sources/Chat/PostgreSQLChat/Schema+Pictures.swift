// The pictures of people and groups. One belongs to a person or to a group, which has its id.
extension Schema {
    static let pictures =
        [
            """
            CREATE TABLE pictures (
                number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
                id uuid PRIMARY KEY,
                user_id uuid UNIQUE REFERENCES users (id),
                conversation_id uuid UNIQUE REFERENCES conversations (id),
                content bytea NOT NULL
            )
            """,
            "ALTER TABLE conversations ADD COLUMN picture uuid",
        ]
        + trigger(
            "group_pictured", "AFTER UPDATE OF picture ON conversations",
            "note_change(NEW.id, 'members', NULL, NULL)")
}
