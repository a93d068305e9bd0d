extension Schema {
    /// The files of messages, and those that were uploaded and not sent. `hash` (SHA-256) finds the content in the folder
    /// of files; several rows may have the same.
    ///
    /// `conversation_id`, `sent_at` (the message's `created_at`) and `ordinal` (from 0) are those of the message.
    /// `messages.files` is how many files a message has, NULL for none: a page without files does not look for any.
    static let files =
        [
            "ALTER TABLE messages ADD COLUMN files bigint",
            """
            CREATE TABLE files (
                number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
                id uuid PRIMARY KEY,
                hash bytea NOT NULL,
                name text NOT NULL,
                type text NOT NULL,
                bytes bigint NOT NULL,
                width bigint,
                height bigint,
                first_look bytea,
                user_id uuid NOT NULL REFERENCES users (id),
                uploaded_at bigint NOT NULL,
                message_id uuid REFERENCES messages (id),
                conversation_id uuid REFERENCES conversations (id),
                sent_at bigint,
                ordinal bigint,
                CHECK ((message_id IS NULL) = (conversation_id IS NULL) AND (message_id IS NULL) = (sent_at IS NULL)
                    AND (message_id IS NULL) = (ordinal IS NULL))
            )
            """,
            "CREATE INDEX files_by_hash ON files (hash)",
            "CREATE INDEX files_of_messages ON files (message_id, ordinal) WHERE message_id IS NOT NULL",
            """
            CREATE INDEX files_in_order ON files (conversation_id, sent_at, ordinal) WHERE message_id IS NOT NULL
            """,
            "CREATE INDEX unsent_files ON files (uploaded_at) WHERE message_id IS NULL",
        ] + totals + deletedMessages + folder

    /// `file_totals` holds what the files of each person take, and under the empty name what all take. `released_contents`
    /// are those to which a row has referred that was deleted: contents that no row refers to are deleted with them.
    /// Triggers, so that no way to store or delete a file can forget it.
    ///
    /// The row under the empty name comes first, so that its lock is the first one of all transactions that change totals.
    /// A content that is released already is noted again: whoever deletes its note waits for the transaction, and sees
    /// then that the row is gone.
    private static let totals =
        [
            """
            CREATE TABLE file_totals (
                user_id text COLLATE "C" PRIMARY KEY,
                bytes bigint NOT NULL,
                files bigint NOT NULL
            ) WITH (fillfactor = 50)
            """,
            "CREATE TABLE released_contents (hash bytea PRIMARY KEY)",
            """
            CREATE FUNCTION files_changed() RETURNS trigger LANGUAGE plpgsql AS $$
            DECLARE
                factor bigint := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
            BEGIN
                IF EXISTS (SELECT FROM changed) THEN
                    INSERT INTO file_totals AS totals (user_id, bytes, files)
                    SELECT theirs.owner, factor * theirs.bytes, factor * theirs.files FROM (
                        SELECT coalesce(user_id::text, '') COLLATE "C" AS owner, sum(bytes) AS bytes,
                            count(*) AS files
                        FROM changed GROUP BY GROUPING SETS ((user_id), ())) theirs
                    ORDER BY theirs.owner
                    ON CONFLICT (user_id) DO UPDATE SET
                        bytes = totals.bytes + excluded.bytes, files = totals.files + excluded.files;
                    IF TG_OP = 'DELETE' THEN
                        INSERT INTO released_contents SELECT DISTINCT hash FROM changed ORDER BY hash
                        ON CONFLICT (hash) DO UPDATE SET hash = excluded.hash;
                    END IF;
                END IF;
                RETURN NULL;
            END $$
            """,
        ]
        + [("files_added", "INSERT", "NEW"), ("files_deleted", "DELETE", "OLD")].map { name, event, state in
            """
            CREATE TRIGGER \(name) AFTER \(event) ON files REFERENCING \(state) TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION files_changed()
            """
        }

    /// The files of a message go with its text, also where a process deletes it whose version knows no files.
    private static let deletedMessages = [
        """
        CREATE FUNCTION delete_files_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM files WHERE message_id = NEW.id;
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER message_with_files_deleted AFTER UPDATE OF deleted_at ON messages FOR EACH ROW
        WHEN (OLD.files IS NOT NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION delete_files_of_message()
        """,
    ]

    /// `file_folder` has the name by which all processes know that their folder is the same (`ContentFolder.identity`).
    /// `file_sweeps` says which process deletes what is not needed, and until when, in milliseconds.
    private static let folder = [
        """
        CREATE TABLE file_folder (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
            identity text NOT NULL
        )
        """,
        """
        CREATE TABLE file_sweeps (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
            sweeper uuid NOT NULL,
            ends_at bigint NOT NULL
        )
        """,
    ]

    /// `content_deletions` notes which contents a process deletes from a store that is reached over the network, or has
    /// deleted lately, in milliseconds (`StoreContents`).
    static let contentDeletions = [
        """
        CREATE TABLE content_deletions (
            hash bytea PRIMARY KEY,
            deleter uuid NOT NULL,
            began_at bigint NOT NULL,
            ended_at bigint
        )
        """
    ]
}
