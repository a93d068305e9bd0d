// Invitations to groups, and who is kept out of them.
extension Schema {
    /// Whether an admin has removed the person, so that only an admin lets them in again.
    static let bans = ["ALTER TABLE participants ADD COLUMN banned bigint NOT NULL DEFAULT 0"]

    /// `maximum_uses` is NULL for any number.
    static let invites = [
        """
        CREATE TABLE invites (
            number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
            id uuid PRIMARY KEY,
            conversation_id uuid NOT NULL REFERENCES conversations (id),
            user_id uuid NOT NULL REFERENCES users (id),
            created_at bigint NOT NULL,
            expires_at bigint NOT NULL,
            maximum_uses bigint,
            uses bigint NOT NULL DEFAULT 0
        )
        """,
        "CREATE INDEX invites_of_conversation ON invites (conversation_id, number)",
        "CREATE INDEX invites_of_user ON invites (user_id)",
    ]
}
