/// Invitations to groups, and who is kept out of them.
extension Schema {
    /// Whether an admin has removed the person, so that only an admin lets them in again.
    static let bans = "ALTER TABLE participants ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;"

    /// `maximum_uses` is NULL for any number.
    static let invites = """
        CREATE TABLE invites (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            conversation TEXT NOT NULL REFERENCES conversations (id),
            user TEXT NOT NULL REFERENCES users (id),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            maximum_uses INTEGER,
            uses INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX invites_of_conversation ON invites (conversation, number);
        CREATE INDEX invites_of_user ON invites (user);
        """
}
