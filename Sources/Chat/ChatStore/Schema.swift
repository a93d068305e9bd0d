internal import SQLite

/// The tables. Rows refer to each other by UUIDs; times are milliseconds since 1970.
enum Schema {
    static let migrations = Migrations([
        .script(first), .script(search, then: fillSearch), .script(sending),
        .script(messageTexts), .gradual(copyMessageTexts), .script(withoutWords),
        .script(names), .gradual(indexNames),
        .script(kept), .script(draftKeys), .script(deletedUsers), .script(counts),
        .script(draftReplies), .script(files), .script(filePlace), .script(editing),
        .script(pins), .script(groups), .script(invites), .script(bans),
        .script(receipts), .script(openGroups), .script(pictures), .script(threads),
        .script(pageReads),
    ])

    /// Reading the newest messages passes over none that were deleted.
    static let kept = """
        CREATE INDEX kept_messages ON messages (conversation, created_at, position) WHERE deleted_at IS NULL;
        """

    /// The row of a deleted person stays, because messages refer to it.
    static let deletedUsers = "ALTER TABLE users ADD COLUMN deleted_at INTEGER;"

    /// A message's `position` counts 1, 2, 3 … in its conversation, deleted messages included. Together with
    /// the index of deleted messages it makes counting the unread as cheap for a hundred thousand as for one.
    static let first = """
        CREATE TABLE users (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            alias TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            avatar_url TEXT,
            created_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE conversations (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL CHECK (kind IN ('direct', 'group')),
            name TEXT,
            created_at INTEGER NOT NULL,
            CHECK ((kind = 'group') = (name IS NOT NULL))
        ) STRICT;

        CREATE TABLE participants (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            conversation TEXT NOT NULL REFERENCES conversations (id),
            user TEXT NOT NULL REFERENCES users (id),
            role TEXT NOT NULL CHECK (role IN ('member', 'admin')),
            joined_at INTEGER NOT NULL,
            left_at INTEGER,
            UNIQUE (conversation, user)
        ) STRICT;
        CREATE INDEX participants_of_user ON participants (user, conversation);

        CREATE TABLE messages (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            conversation TEXT NOT NULL REFERENCES conversations (id),
            position INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('text', 'join', 'leave')),
            user TEXT NOT NULL REFERENCES users (id),
            text TEXT,
            reply_to TEXT REFERENCES messages (id),
            created_at INTEGER NOT NULL,
            deleted_at INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX messages_in_order ON messages (conversation, created_at, position);
        CREATE INDEX deleted_messages ON messages (conversation, position) WHERE deleted_at IS NOT NULL;

        CREATE TABLE reactions (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            message TEXT NOT NULL REFERENCES messages (id),
            user TEXT NOT NULL REFERENCES users (id),
            emoji TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            UNIQUE (message, user, emoji)
        ) STRICT;

        CREATE TABLE read_marks (
            id TEXT NOT NULL UNIQUE,
            conversation TEXT NOT NULL REFERENCES conversations (id),
            user TEXT NOT NULL REFERENCES users (id),
            message TEXT NOT NULL REFERENCES messages (id),
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (conversation, user)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE bookmarks (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            message TEXT NOT NULL REFERENCES messages (id),
            user TEXT NOT NULL REFERENCES users (id),
            created_at INTEGER NOT NULL,
            UNIQUE (message, user)
        ) STRICT;
        CREATE INDEX bookmarks_of_user ON bookmarks (user);
        """
}
