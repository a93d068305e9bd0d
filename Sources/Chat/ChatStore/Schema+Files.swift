extension Schema {
    /// The files of messages, and those that were uploaded and not sent. `hash` (SHA-256) finds the content in the folder
    /// of files; several rows may have the same.
    ///
    /// `conversation`, `sent_at` (the message's `created_at`) and `ordinal` (from 0) are those of the message, so that the
    /// files of a page of messages are one range of an index. `messages.files` is how many files a message has, NULL for
    /// none: a page without files does not look for any.
    ///
    /// `file_totals` holds what the files of each person take, and under the empty name what all take. `released_contents`
    /// are those to which a row has referred that was deleted: contents that no row refers to are deleted with them.
    /// Triggers, so that no way to store or delete a file can forget it.
    static let files = """
        ALTER TABLE messages ADD COLUMN files INTEGER;

        CREATE TABLE files (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            hash BLOB NOT NULL,
            name TEXT NOT NULL,
            type TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            width INTEGER,
            height INTEGER,
            first_look BLOB,
            user TEXT NOT NULL REFERENCES users (id),
            uploaded_at INTEGER NOT NULL,
            message TEXT REFERENCES messages (id),
            conversation TEXT REFERENCES conversations (id),
            sent_at INTEGER,
            ordinal INTEGER,
            CHECK ((message IS NULL) = (conversation IS NULL) AND (message IS NULL) = (sent_at IS NULL)
                AND (message IS NULL) = (ordinal IS NULL))
        ) STRICT;
        CREATE INDEX files_by_hash ON files (hash);
        CREATE INDEX files_in_order ON files (conversation, sent_at, ordinal) WHERE message IS NOT NULL;
        CREATE INDEX unsent_files ON files (uploaded_at) WHERE message IS NULL;

        CREATE TABLE file_totals (
            user TEXT PRIMARY KEY,
            bytes INTEGER NOT NULL,
            files INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE released_contents (hash BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;

        CREATE TRIGGER files_are_counted AFTER INSERT ON files BEGIN
            INSERT INTO file_totals VALUES (new.user, new.bytes, 1), ('', new.bytes, 1)
                ON CONFLICT (user) DO UPDATE SET bytes = bytes + excluded.bytes, files = files + 1;
        END;
        CREATE TRIGGER deleted_files_are_counted AFTER DELETE ON files BEGIN
            UPDATE file_totals SET bytes = bytes - old.bytes, files = files - 1 WHERE user IN (old.user, '');
            INSERT OR IGNORE INTO released_contents VALUES (old.hash);
        END;
        """
}
