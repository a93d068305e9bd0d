internal import PostgreSQL

/// The tables. Rows refer to each other by UUIDs; times are milliseconds since 1970.
enum Schema {
    static let migrations = Migrations(
        "chat",
        [
            functions + people + conversations + messages + beside, changes + recordingOfChanges, counts,
            ["ALTER TABLE drafts ADD COLUMN reply_to text"], beginningOfChanges, recordingOfPostedTogether,
            files, contentDeletions, editing, pins, groups, invites, bans,
            receipts, openGroups, pictures, threads,
        ])

    private static let functions = [
        "CREATE EXTENSION IF NOT EXISTS pg_trgm",
        "CREATE EXTENSION IF NOT EXISTS btree_gin",
        """
        CREATE FUNCTION milliseconds_now() RETURNS bigint LANGUAGE sql VOLATILE AS
        $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$
        """,
    ]

    /// `user_names` has the folded parts of names and aliases, by which people are found (`NameIndex`). `folded` is the
    /// name and the alias, folded, with a space between them. The row of a deleted person stays, because messages refer
    /// to it.
    private static let people = [
        """
        CREATE TABLE users (
            number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
            id uuid PRIMARY KEY,
            alias text COLLATE "C" NOT NULL UNIQUE,
            name text COLLATE "C" NOT NULL,
            folded text COLLATE "C" NOT NULL,
            avatar_url text,
            created_at bigint NOT NULL,
            deleted_at bigint
        )
        """,
        "CREATE INDEX users_by_name ON users (name, alias)",
        """
        CREATE TABLE user_names (
            is_inner boolean NOT NULL,
            part text COLLATE "C" NOT NULL,
            user_number bigint NOT NULL REFERENCES users (number),
            PRIMARY KEY (is_inner, part, user_number)
        )
        """,
        "CREATE INDEX user_names_of_user ON user_names (user_number)",
    ]

    /// `last_position` and `last_at` are those of the newest message, deleted or not. Whoever adds a message changes them
    /// first, and holds the lock of the row until the message is stored: so messages are stored in their order.
    private static let conversations = [
        """
        CREATE TABLE conversations (
            number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
            id uuid PRIMARY KEY,
            kind text NOT NULL CHECK (kind IN ('direct', 'group')),
            name text,
            created_at bigint NOT NULL,
            last_position bigint NOT NULL DEFAULT 0,
            last_at bigint,
            CHECK ((kind = 'group') = (name IS NOT NULL))
        )
        """,
        """
        CREATE TABLE participants (
            number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
            id uuid PRIMARY KEY,
            conversation_id uuid NOT NULL REFERENCES conversations (id),
            user_id uuid NOT NULL REFERENCES users (id),
            role text NOT NULL CHECK (role IN ('member', 'admin')),
            joined_at bigint NOT NULL,
            left_at bigint,
            UNIQUE (conversation_id, user_id)
        )
        """,
        "CREATE INDEX participants_of_user ON participants (user_id, conversation_id)",
    ]

    /// A message's `position` counts 1, 2, 3 … in its conversation, deleted messages included. Together with the index of
    /// deleted messages it makes counting the unread as cheap for a hundred thousand as for one.
    ///
    /// `folded` is the text as `FoldedText`; the index serves searches in some conversations.
    private static let messages = [
        """
        CREATE TABLE messages (
            number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
            id uuid PRIMARY KEY,
            conversation_id uuid NOT NULL REFERENCES conversations (id),
            position bigint NOT NULL,
            kind text NOT NULL CHECK (kind IN ('text', 'join', 'leave')),
            user_id uuid NOT NULL REFERENCES users (id),
            text text,
            folded text COLLATE "C",
            reply_to uuid REFERENCES messages (id),
            created_at bigint NOT NULL,
            deleted_at bigint,
            send_key bytea
        )
        """,
        "CREATE UNIQUE INDEX messages_in_order ON messages (conversation_id, created_at, position)",
        """
        CREATE INDEX kept_messages ON messages (conversation_id, created_at, position) WHERE deleted_at IS NULL
        """,
        "CREATE INDEX deleted_messages ON messages (conversation_id, position) WHERE deleted_at IS NOT NULL",
        "CREATE UNIQUE INDEX messages_by_send_key ON messages (send_key) WHERE send_key IS NOT NULL",
        "CREATE INDEX messages_with_send_key ON messages (created_at) WHERE send_key IS NOT NULL",
        "CREATE INDEX message_words ON messages USING gin (conversation_id, folded gin_trgm_ops)",
    ]

    private static let beside = [
        """
        CREATE TABLE reactions (
            number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
            id uuid PRIMARY KEY,
            message_id uuid NOT NULL REFERENCES messages (id),
            user_id uuid NOT NULL REFERENCES users (id),
            emoji text COLLATE "C" NOT NULL,
            created_at bigint NOT NULL,
            UNIQUE (message_id, user_id, emoji)
        )
        """,
        """
        CREATE TABLE read_marks (
            id uuid NOT NULL UNIQUE,
            conversation_id uuid NOT NULL REFERENCES conversations (id),
            user_id uuid NOT NULL REFERENCES users (id),
            message_id uuid NOT NULL REFERENCES messages (id),
            updated_at bigint NOT NULL,
            PRIMARY KEY (conversation_id, user_id)
        )
        """,
        """
        CREATE TABLE bookmarks (
            number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
            id uuid PRIMARY KEY,
            message_id uuid NOT NULL REFERENCES messages (id),
            user_id uuid NOT NULL REFERENCES users (id),
            created_at bigint NOT NULL,
            UNIQUE (message_id, user_id)
        )
        """,
        "CREATE INDEX bookmarks_of_user ON bookmarks (user_id)",
        """
        CREATE TABLE drafts (
            user_id uuid NOT NULL,
            conversation_id uuid NOT NULL,
            text text NOT NULL,
            updated_at bigint NOT NULL,
            form_key text,
            PRIMARY KEY (user_id, conversation_id)
        )
        """,
    ]

    /// How many texts were sent in each quarter of an hour (`ChatFigures.interval`, counted from 1970), up to the message
    /// with the number in `counted_messages`.
    private static let counts = [
        "CREATE TABLE message_counts (quarter bigint PRIMARY KEY, messages bigint NOT NULL)",
        """
        CREATE TABLE counted_messages (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
            last_number bigint NOT NULL
        )
        """,
        "INSERT INTO counted_messages (last_number) VALUES (0)",
        "CREATE INDEX people_by_time ON users (created_at) WHERE deleted_at IS NULL",
    ]
}
