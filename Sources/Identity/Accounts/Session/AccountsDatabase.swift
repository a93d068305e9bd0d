import Chat
public import Records
public import PostgreSQL
public import SQLite

/// The database of sessions, identities and accounts: one, so that one transaction can change all of them.
public struct AccountsDatabase: Sendable {
    let database: RecordDatabase
    /// Whether several processes with vaults of their own use it.
    let isShared: Bool

    /// A database of SQLite.
    /// - Throws: `SQLiteError`, `NewerDatabase`.
    public init(_ location: Location) throws {
        database = try RecordDatabase(location, migrations: Self.migrations)
        isShared = false
    }

    /// A database of PostgreSQL that `migrate` has brought up to date.
    public init(_ database: PostgreSQL.Database) {
        self.database = RecordDatabase(database)
        isShared = true
    }

    /// Makes the tables in PostgreSQL, or brings them up to date.
    public static func migrate(_ database: PostgreSQL.Database) async throws {
        try await RecordDatabase.migrate(database, tables)
    }

    /// The version of the tables that this program writes.
    public static var schemaVersion: Int { migrations.version }

    private static let migrations = SQLite.Migrations([
        """
        CREATE TABLE session (
            token_hash BLOB PRIMARY KEY,
            user_id TEXT NOT NULL,
            name TEXT NOT NULL,
            alias TEXT NOT NULL,
            signed_in_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_by_last_use ON session (last_used_at);
        """,
        """
        CREATE TABLE session_2 (
            token_hash BLOB PRIMARY KEY,
            user_id TEXT,
            name TEXT NOT NULL,
            alias TEXT NOT NULL,
            method TEXT NOT NULL,
            issuer TEXT,
            subject TEXT,
            provider_session TEXT,
            is_persistent INTEGER NOT NULL,
            device TEXT,
            address TEXT,
            signed_in_at INTEGER NOT NULL,
            proven_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            sealed BLOB
        ) STRICT, WITHOUT ROWID;
        INSERT INTO session_2
            SELECT token_hash, user_id, name, alias, 'user-id', NULL, NULL, NULL, 1, NULL, NULL, signed_in_at,
                signed_in_at, last_used_at, min(last_used_at + 604800000, signed_in_at + 2592000000), NULL
            FROM session;
        DROP TABLE session;
        ALTER TABLE session_2 RENAME TO session;
        CREATE INDEX session_by_end ON session (ends_at);
        CREATE INDEX session_by_user ON session (user_id);
        CREATE INDEX session_by_identity ON session (issuer, subject);
        CREATE INDEX session_by_id ON session (substr(token_hash, 1, 16));

        CREATE TABLE identity (
            issuer TEXT NOT NULL,
            subject TEXT NOT NULL,
            user_id TEXT NOT NULL,
            method TEXT NOT NULL,
            label TEXT,
            linked_at INTEGER NOT NULL,
            PRIMARY KEY (issuer, subject)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identity_by_user ON identity (user_id);

        CREATE TABLE account (
            user_id TEXT PRIMARY KEY,
            role TEXT NOT NULL DEFAULT 'member',
            disabled_at INTEGER
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE revocation (
            key BLOB PRIMARY KEY,
            method TEXT NOT NULL,
            sealed BLOB NOT NULL,
            attempts INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX revocation_by_due ON revocation (due_at);
        """,
        """
        ALTER TABLE session ADD COLUMN pending TEXT;
        ALTER TABLE session ADD COLUMN notice TEXT;

        CREATE TABLE authenticator (
            user_id TEXT PRIMARY KEY,
            sealed BLOB NOT NULL,
            confirmed_at INTEGER,
            last_step INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE recovery_code (
            user_id TEXT NOT NULL,
            hash BLOB NOT NULL,
            PRIMARY KEY (user_id, hash)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE passkey (
            id BLOB PRIMARY KEY,
            user_id TEXT NOT NULL,
            name TEXT NOT NULL,
            algorithm INTEGER NOT NULL,
            public_key BLOB NOT NULL,
            counter INTEGER NOT NULL,
            is_backup_eligible INTEGER NOT NULL,
            model BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX passkey_by_user ON passkey (user_id);

        CREATE TABLE remembered_device (
            token_hash BLOB PRIMARY KEY,
            user_id TEXT NOT NULL,
            device TEXT,
            address TEXT,
            remembered_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX remembered_device_by_user ON remembered_device (user_id);

        CREATE TABLE factor_grace (
            user_id TEXT PRIMARY KEY,
            began_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE used_challenge (
            hash BLOB PRIMARY KEY,
            ends_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX used_challenge_by_end ON used_challenge (ends_at);
        """,
        """
        CREATE TABLE consent (
            issuer TEXT NOT NULL,
            subject TEXT NOT NULL,
            method TEXT NOT NULL,
            sealed BLOB NOT NULL,
            kept_at INTEGER NOT NULL,
            PRIMARY KEY (issuer, subject)
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE revocation ADD COLUMN withdrawn_by TEXT;
        """,
        """
        ALTER TABLE session RENAME COLUMN notice TO notices;
        UPDATE session SET notices = notices || ':' || last_used_at WHERE notices IS NOT NULL;
        ALTER TABLE session ADD COLUMN ends_by INTEGER;
        """,
        """
        ALTER TABLE passkey ADD COLUMN device TEXT;
        """,
        """
        CREATE INDEX session_by_use ON session (last_used_at DESC, token_hash);
        """,
        """
        CREATE TABLE one_time_link (
            hash BLOB PRIMARY KEY,
            kind TEXT NOT NULL,
            user_id TEXT,
            role TEXT NOT NULL,
            made_by TEXT,
            made_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            used_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX one_time_link_by_user ON one_time_link (user_id);
        CREATE INDEX one_time_link_by_end ON one_time_link (ends_at);
        """,
        """
        CREATE TABLE kept_profile (
            issuer TEXT NOT NULL,
            subject TEXT NOT NULL,
            sealed BLOB NOT NULL,
            kept_at INTEGER NOT NULL,
            PRIMARY KEY (issuer, subject)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX kept_profile_by_time ON kept_profile (kept_at);
        """,
        """
        CREATE TABLE notification_settings (
            user_id TEXT PRIMARY KEY,
            settings TEXT NOT NULL,
            is_at_service INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE appearance_settings (
            user_id TEXT PRIMARY KEY,
            settings TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE removed_preview (
            message_id TEXT PRIMARY KEY
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE notification_level (
            user_id TEXT NOT NULL,
            conversation_id TEXT NOT NULL,
            level TEXT NOT NULL,
            until INTEGER,
            chosen_at INTEGER NOT NULL,
            PRIMARY KEY (user_id, conversation_id)
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE pinned_conversation (
            user_id TEXT NOT NULL,
            conversation_id TEXT NOT NULL,
            pinned_at INTEGER NOT NULL,
            PRIMARY KEY (user_id, conversation_id)
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE blocked_person (
            user_id TEXT NOT NULL,
            blocked_id TEXT NOT NULL,
            blocked_at INTEGER NOT NULL,
            PRIMARY KEY (user_id, blocked_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX blocked_by ON blocked_person (blocked_id);
        """,
        """
        CREATE TABLE message_report (
            message_id TEXT NOT NULL,
            user_id TEXT NOT NULL,
            author_id TEXT NOT NULL,
            text TEXT NOT NULL,
            files TEXT NOT NULL,
            sent_at INTEGER NOT NULL,
            reason TEXT NOT NULL,
            reported_at INTEGER NOT NULL,
            PRIMARY KEY (message_id, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX message_report_by_user ON message_report (user_id);
        CREATE INDEX message_report_by_author ON message_report (author_id);
        CREATE INDEX message_report_by_time ON message_report (reported_at, message_id, user_id);
        """,
        """
        CREATE TABLE self_description (
            user_id TEXT PRIMARY KEY,
            introduction TEXT,
            status TEXT,
            status_until INTEGER
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE scheduled_message (
            id TEXT PRIMARY KEY,
            user_id TEXT NOT NULL,
            conversation_id TEXT NOT NULL,
            text TEXT NOT NULL,
            reply_to TEXT,
            due_at INTEGER NOT NULL,
            next_at INTEGER,
            state TEXT NOT NULL,
            made_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX scheduled_message_by_user ON scheduled_message (user_id);
        CREATE INDEX scheduled_message_by_time ON scheduled_message (next_at) WHERE next_at IS NOT NULL;
        """,
        """
        CREATE TABLE custom_emoji (
            name TEXT PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            content BLOB NOT NULL,
            made_at INTEGER NOT NULL
        ) STRICT;
        """,
    ])
}

extension AccountsDatabase: ArchivedRecords {
    /// All but that of the vault, which each installation claims for itself.
    public static var archivedTables: [String] {
        [
            "session", "revocation", "identity", "account", "consent", "kept_profile", "notification_settings",
            "appearance_settings", "removed_preview", "authenticator", "recovery_code", "passkey", "remembered_device",
            "factor_grace", "notification_level", "pinned_conversation", "blocked_person", "message_report",
            "self_description", "scheduled_message", "custom_emoji",
            "used_challenge", "one_time_link",
        ]
    }

    public var records: RecordDatabase { database }
}

extension Record {
    func timestamp(_ column: Int) -> Timestamp { Timestamp(milliseconds: integer(column)) }

    func optionalTimestamp(_ column: Int) -> Timestamp? { optionalInteger(column).map(Timestamp.init(milliseconds:)) }
}

extension RecordReader {
    func isDisabled(_ user: UserID) async throws -> Bool {
        try await exists("SELECT 1 FROM account WHERE user_id = $1 AND disabled_at IS NOT NULL", user.description)
    }
}
