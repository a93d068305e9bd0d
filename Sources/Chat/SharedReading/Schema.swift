import PostgreSQL

/// The tables of what is read from a REST backend for all processes. Times are milliseconds since 1970 of the server.
///
/// Tokens and numbers never come twice, for they are not less than the time: not after a crash that loses the last of them,
/// and not where an old row was deleted.
enum Schema {
    static let migrations = Migrations("reads", [[reads] + [changes] + indexes])

    /// `last_number` is that of the last change or page, `last_change` that of the last change. `claimed_at` and
    /// `claimed_number` are of the beginning of the read under the lease; `page_begun` and `page_at` are those of the read
    /// that has brought the page, or the same again.
    private static let reads = """
        CREATE TABLE reads (
            conversation uuid PRIMARY KEY,
            process uuid,
            token bigint NOT NULL DEFAULT 0,
            ends_at bigint NOT NULL DEFAULT 0,
            is_kept boolean NOT NULL DEFAULT false,
            claimed_at bigint NOT NULL DEFAULT 0,
            claimed_number bigint NOT NULL DEFAULT 0,
            last_number bigint NOT NULL,
            last_change bigint NOT NULL DEFAULT 0,
            changed_at bigint NOT NULL,
            page text,
            page_limit bigint NOT NULL DEFAULT 0,
            page_number bigint NOT NULL DEFAULT 0,
            page_begun bigint NOT NULL DEFAULT 0,
            page_at bigint NOT NULL DEFAULT 0
        ) WITH (fillfactor = 70)
        """

    private static let changes = """
        CREATE TABLE read_changes (
            conversation uuid NOT NULL,
            number bigint NOT NULL,
            process uuid NOT NULL,
            content text NOT NULL,
            at bigint NOT NULL,
            PRIMARY KEY (conversation, number)
        )
        """

    private static let indexes = [
        "CREATE INDEX reads_by_change ON reads (changed_at)",
        "CREATE INDEX read_changes_by_time ON read_changes (at)",
    ]

    /// The server's time.
    static let now = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
}
