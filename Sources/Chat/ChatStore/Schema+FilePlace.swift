extension Schema {
    /// Where the contents of the files of messages are, if not in the data folder. `file_place` has the name of the store
    /// (`ContentStore.identity`), and how the operator named it. `content_deletions` notes the contents that were deleted
    /// from the store, or are being deleted, and when that began, in milliseconds, until the store has answered.
    static let filePlace = """
        CREATE TABLE file_place (
            is_only INTEGER PRIMARY KEY CHECK (is_only = 1),
            identity TEXT NOT NULL,
            location TEXT NOT NULL
        ) STRICT;
        CREATE TABLE content_deletions (
            hash BLOB PRIMARY KEY,
            began_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
