public import PostgreSQL

extension AccountsDatabase {
    /// The same tables as in SQLite. Text is compared by its bytes.
    public static let tables = Migrations(
        "accounts",
        [
            installation + sessions + people + factors + links, ends, previews, levels, pins, blocks, reports,
            descriptions, scheduled, emoji, lastingEnds,
        ])

    /// One row: a value that only the vault's key opens.
    private static let installation = [
        "CREATE TABLE installation (number bigint PRIMARY KEY CHECK (number = 1), sealed bytea NOT NULL)"
    ]

    private static let sessions = [
        """
        CREATE TABLE session (
            token_hash bytea PRIMARY KEY,
            user_id text COLLATE "C",
            name text NOT NULL,
            alias text NOT NULL,
            method text NOT NULL,
            issuer text COLLATE "C",
            subject text COLLATE "C",
            provider_session text COLLATE "C",
            is_persistent bigint NOT NULL,
            device text,
            address text,
            signed_in_at bigint NOT NULL,
            proven_at bigint NOT NULL,
            last_used_at bigint NOT NULL,
            ends_at bigint NOT NULL,
            sealed bytea,
            pending text,
            notices text,
            ends_by bigint
        )
        """,
        "CREATE INDEX session_by_end ON session (ends_at)",
        "CREATE INDEX session_by_user ON session (user_id)",
        "CREATE INDEX session_by_identity ON session (issuer, subject)",
        "CREATE INDEX session_by_id ON session (substr(token_hash, 1, 16))",
        "CREATE INDEX session_by_use ON session (last_used_at DESC, token_hash)",
        """
        CREATE TABLE revocation (
            key bytea PRIMARY KEY,
            method text NOT NULL,
            sealed bytea NOT NULL,
            attempts bigint NOT NULL,
            due_at bigint NOT NULL,
            ends_at bigint NOT NULL,
            withdrawn_by text
        )
        """,
        "CREATE INDEX revocation_by_due ON revocation (due_at)",
    ]

    /// The sessions that have ended a moment ago, so that a process with many streams need not look for each of theirs. The
    /// beginning of the hash is the session's id.
    private static let ends = [
        "CREATE UNLOGGED TABLE session_end (id bytea NOT NULL, at bigint NOT NULL)",
        "CREATE INDEX session_end_by_time ON session_end (at)",
        """
        CREATE FUNCTION note_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO session_end (id, at)
            VALUES (substr(OLD.token_hash, 1, 16), floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint);
            RETURN NULL;
        END
        $$
        """,
        "CREATE TRIGGER session_deleted AFTER DELETE ON session FOR EACH ROW EXECUTE FUNCTION note_session_end()",
        """
        CREATE TRIGGER session_renewed AFTER UPDATE OF token_hash ON session FOR EACH ROW
        WHEN (OLD.token_hash <> NEW.token_hash) EXECUTE FUNCTION note_session_end()
        """,
    ]

    /// A crash of the server, or a failover, would otherwise lose that a session has ended, and its streams would go on until
    /// all are looked for.
    private static let lastingEnds = ["ALTER TABLE session_end SET LOGGED"]

    /// The messages whose link has no preview any more.
    private static let previews = ["CREATE TABLE removed_preview (message_id text COLLATE \"C\" PRIMARY KEY)"]

    private static let levels = [
        """
        CREATE TABLE notification_level (
            user_id text COLLATE "C" NOT NULL,
            conversation_id text COLLATE "C" NOT NULL,
            level text NOT NULL,
            until bigint,
            chosen_at bigint NOT NULL,
            PRIMARY KEY (user_id, conversation_id)
        )
        """
    ]

    private static let pins = [
        """
        CREATE TABLE pinned_conversation (
            user_id text COLLATE "C" NOT NULL,
            conversation_id text COLLATE "C" NOT NULL,
            pinned_at bigint NOT NULL,
            PRIMARY KEY (user_id, conversation_id)
        )
        """
    ]

    private static let blocks = [
        """
        CREATE TABLE blocked_person (
            user_id text COLLATE "C" NOT NULL,
            blocked_id text COLLATE "C" NOT NULL,
            blocked_at bigint NOT NULL,
            PRIMARY KEY (user_id, blocked_id)
        )
        """,
        "CREATE INDEX blocked_by ON blocked_person (blocked_id)",
    ]

    private static let descriptions = [
        """
        CREATE TABLE self_description (
            user_id text COLLATE "C" PRIMARY KEY,
            introduction text,
            status text,
            status_until bigint
        )
        """
    ]

    private static let scheduled = [
        """
        CREATE TABLE scheduled_message (
            id text COLLATE "C" PRIMARY KEY,
            user_id text COLLATE "C" NOT NULL,
            conversation_id text COLLATE "C" NOT NULL,
            text text NOT NULL,
            reply_to text COLLATE "C",
            due_at bigint NOT NULL,
            next_at bigint,
            state text NOT NULL,
            made_at bigint NOT NULL
        )
        """,
        "CREATE INDEX scheduled_message_by_user ON scheduled_message (user_id)",
        "CREATE INDEX scheduled_message_by_time ON scheduled_message (next_at) WHERE next_at IS NOT NULL",
    ]

    private static let emoji = [
        """
        CREATE TABLE custom_emoji (
            name text COLLATE "C" PRIMARY KEY,
            id text COLLATE "C" NOT NULL UNIQUE,
            content bytea NOT NULL,
            made_at bigint NOT NULL
        )
        """
    ]

    private static let reports = [
        """
        CREATE TABLE message_report (
            message_id text COLLATE "C" NOT NULL,
            user_id text COLLATE "C" NOT NULL,
            author_id text COLLATE "C" NOT NULL,
            text text NOT NULL,
            files text NOT NULL,
            sent_at bigint NOT NULL,
            reason text NOT NULL,
            reported_at bigint NOT NULL,
            PRIMARY KEY (message_id, user_id)
        )
        """,
        "CREATE INDEX message_report_by_user ON message_report (user_id)",
        "CREATE INDEX message_report_by_author ON message_report (author_id)",
        "CREATE INDEX message_report_by_time ON message_report (reported_at, message_id, user_id)",
    ]

    private static let people = [
        """
        CREATE TABLE identity (
            issuer text COLLATE "C" NOT NULL,
            subject text COLLATE "C" NOT NULL,
            user_id text COLLATE "C" NOT NULL,
            method text COLLATE "C" NOT NULL,
            label text,
            linked_at bigint NOT NULL,
            PRIMARY KEY (issuer, subject)
        )
        """,
        "CREATE INDEX identity_by_user ON identity (user_id)",
        """
        CREATE TABLE account (
            user_id text COLLATE "C" PRIMARY KEY,
            role text NOT NULL DEFAULT 'member',
            disabled_at bigint
        )
        """,
        """
        CREATE TABLE consent (
            issuer text COLLATE "C" NOT NULL,
            subject text COLLATE "C" NOT NULL,
            method text NOT NULL,
            sealed bytea NOT NULL,
            kept_at bigint NOT NULL,
            PRIMARY KEY (issuer, subject)
        )
        """,
        """
        CREATE TABLE kept_profile (
            issuer text COLLATE "C" NOT NULL,
            subject text COLLATE "C" NOT NULL,
            sealed bytea NOT NULL,
            kept_at bigint NOT NULL,
            PRIMARY KEY (issuer, subject)
        )
        """,
        "CREATE INDEX kept_profile_by_time ON kept_profile (kept_at)",
        """
        CREATE TABLE notification_settings (
            user_id text COLLATE "C" PRIMARY KEY,
            settings text NOT NULL,
            is_at_service bigint NOT NULL
        )
        """,
        """
        CREATE TABLE appearance_settings (
            user_id text COLLATE "C" PRIMARY KEY,
            settings text NOT NULL
        )
        """,
    ]

    private static let factors = [
        """
        CREATE TABLE authenticator (
            user_id text COLLATE "C" PRIMARY KEY,
            sealed bytea NOT NULL,
            confirmed_at bigint,
            last_step bigint
        )
        """,
        "CREATE TABLE recovery_code (user_id text COLLATE \"C\", hash bytea, PRIMARY KEY (user_id, hash))",
        """
        CREATE TABLE passkey (
            id bytea PRIMARY KEY,
            user_id text COLLATE "C" NOT NULL,
            name text NOT NULL,
            algorithm bigint NOT NULL,
            public_key bytea NOT NULL,
            counter bigint NOT NULL,
            is_backup_eligible bigint NOT NULL,
            model bytea NOT NULL,
            created_at bigint NOT NULL,
            last_used_at bigint,
            device text
        )
        """,
        "CREATE INDEX passkey_by_user ON passkey (user_id)",
        """
        CREATE TABLE remembered_device (
            token_hash bytea PRIMARY KEY,
            user_id text COLLATE "C" NOT NULL,
            device text,
            address text,
            remembered_at bigint NOT NULL,
            last_used_at bigint NOT NULL,
            ends_at bigint NOT NULL
        )
        """,
        "CREATE INDEX remembered_device_by_user ON remembered_device (user_id)",
        "CREATE TABLE factor_grace (user_id text COLLATE \"C\" PRIMARY KEY, began_at bigint NOT NULL)",
        "CREATE TABLE used_challenge (hash bytea PRIMARY KEY, ends_at bigint NOT NULL)",
        "CREATE INDEX used_challenge_by_end ON used_challenge (ends_at)",
    ]

    private static let links = [
        """
        CREATE TABLE one_time_link (
            hash bytea PRIMARY KEY,
            kind text NOT NULL,
            user_id text COLLATE "C",
            role text NOT NULL,
            made_by text,
            made_at bigint NOT NULL,
            ends_at bigint NOT NULL,
            used_at bigint
        )
        """,
        "CREATE INDEX one_time_link_by_user ON one_time_link (user_id)",
        "CREATE INDEX one_time_link_by_end ON one_time_link (ends_at)",
    ]
}
