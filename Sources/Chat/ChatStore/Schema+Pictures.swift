/// The pictures of people and groups. One belongs to a person or to a group, which has its id.
extension Schema {
    static let pictures = """
        CREATE TABLE pictures (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            user TEXT UNIQUE REFERENCES users (id),
            conversation TEXT UNIQUE REFERENCES conversations (id),
            content BLOB NOT NULL
        ) STRICT;
        ALTER TABLE conversations ADD COLUMN picture TEXT;
        """
}
