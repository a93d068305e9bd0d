public import Chat
public import Concurrency
public import PostgreSQL
public import Records
public import SQLite

/// The audit log. Triggers of the database prevent changing a line, and deleting one that is younger than 90
/// days. Older ones are deleted at start and while lines are added.
public final class AuditLog: Sendable {
    /// The minimum age of a line that may be deleted.
    public static let retention = Duration.seconds(90 * 24 * 3_600)
    /// The maximum number of lines that one query returns.
    public static let maximumLines = 1_000

    /// The number of new lines between two deletions of old ones, and the maximum number deleted at once: more than
    /// were added, so that they become fewer, and few enough to be fast.
    private static let trimInterval: Int64 = 1_000
    private static let trimCount = 2_000

    let database: RecordDatabase

    /// - Throws: `SQLiteError`, `NewerDatabase`.
    public init(_ location: Location, pool: BlockingPool = .shared) throws {
        database = try RecordDatabase(location, migrations: Self.migrations, pool: pool)
    }

    /// In a database of PostgreSQL that `migrate` has brought up to date.
    public init(_ database: PostgreSQL.Database) { self.database = RecordDatabase(database) }

    /// Makes the table in PostgreSQL, or brings it up to date.
    public static func migrate(_ database: PostgreSQL.Database) async throws {
        try await RecordDatabase.migrate(database, tables)
    }

    /// Adds a line, and returns when it is written: no answer is sent before the lines about it.
    public func append(_ event: AuditEvent) async throws {
        // A line must not be lost, so where too much waits already, this thread waits for the disk.
        try await database.transaction(waits: true) { transaction in
            let number = try await transaction.row(
                """
                INSERT INTO audit (moment, kind, user_id, actor_id, method, address, detail)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                RETURNING number
                """, event.moment.milliseconds, event.kind.rawValue, event.user?.description,
                event.actor?.description, event.method, event.address, event.detail
            ) { $0.integer(0) }
            guard let number, number % Self.trimInterval == 0 else { return }
            try await transaction.run(
                """
                DELETE FROM audit WHERE number IN (SELECT number FROM audit ORDER BY number LIMIT $1)
                AND moment < (SELECT MAX(moment) FROM audit) - $2
                """, Self.trimCount, Self.retention.components.seconds * 1_000)
        }
    }

    /// The newest lines, newest first; all, or those about `user`. Lines of an unknown kind are omitted.
    public func newest(_ count: Int = 100, about user: UserID? = nil) async throws -> [AuditEvent] {
        try await database.rows(
            """
            SELECT moment, kind, user_id, actor_id, method, address, detail FROM audit
            WHERE CAST($1 AS text) IS NULL OR user_id = $1 ORDER BY number DESC LIMIT $2
            """, user?.description, min(max(0, count), Self.maximumLines)
        ) { AuditEvent($0) }.compactMap { $0 }
    }

    /// All lines of a time, newest first; all, or those about `user`. For commands: it reads on the caller's thread.
    ///
    /// - Parameter times: when they were written.
    public func lines(of times: Range<Timestamp>, about user: UserID? = nil) async throws -> [AuditEvent] {
        let filter = AuditFilter(times: times, user: user)
        var events: [AuditEvent] = []
        var cursor: AuditCursor?
        repeat {
            // In parts, so that other readers need not wait for all.
            let page = try await AuditPage(filter, after: cursor, limit: Self.maximumLines) {
                try await database.read([$0])[0]
            }
            events += page.lines
            cursor = page.next
        } while cursor != nil
        return events
    }

    /// A page of the lines that match a filter, newest first, read in the pool. It reads no more than the page; with both
    /// a person and a kind, the lines about that person.
    ///
    /// - Parameters:
    ///   - cursor: the end of the page before; `nil` for the first page.
    ///   - limit: how many lines; at most `maximumLines`.
    public func page(_ filter: AuditFilter, after cursor: AuditCursor? = nil, limit: Int) async throws -> AuditPage {
        let limit = min(max(1, limit), Self.maximumLines)
        return try await AuditPage(filter, after: cursor, limit: limit) { try await database.longRead($0) }
    }

    /// Deletes lines that are older than `retention`, measured from the newest line.
    /// - Returns: the number of deleted lines.
    @discardableResult
    public func trim() async throws -> Int {
        try await database.transaction { transaction in
            try await transaction.run(
                "DELETE FROM audit WHERE moment < (SELECT MAX(moment) FROM audit) - $1",
                Self.retention.components.seconds * 1_000)
        }
    }

    /// The version of the tables that this program writes.
    public static var schemaVersion: Int { migrations.version }

    /// The triggers enforce append-only access, even against mistakes in this program. They measure age from the newest
    /// line, because tests can't set the database's clock. The number is `retention` in milliseconds. REPLACE does not
    /// run the delete trigger, so it has a trigger of its own.
    private static let migrations = SQLite.Migrations([
        """
        CREATE TABLE audit (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            moment INTEGER NOT NULL,
            kind TEXT NOT NULL,
            user_id TEXT,
            actor_id TEXT,
            method TEXT,
            address TEXT,
            detail TEXT
        ) STRICT;
        CREATE INDEX audit_by_user ON audit (user_id, number);
        CREATE TRIGGER audit_keeps_its_lines BEFORE UPDATE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
        CREATE TRIGGER audit_keeps_young_lines BEFORE DELETE ON audit
        WHEN OLD.moment >= (SELECT MAX(moment) FROM audit) - 7776000000
        BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
        CREATE TRIGGER audit_replaces_no_lines BEFORE INSERT ON audit
        WHEN EXISTS (SELECT 1 FROM audit WHERE number = NEW.number)
        BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
        """,
        // For the newest timestamp, which the trigger reads for each deleted line.
        "CREATE INDEX audit_by_moment ON audit (moment);",
        // For `page`, whatever is filtered.
        """
        DROP INDEX audit_by_user;
        CREATE INDEX audit_by_user_and_moment ON audit (user_id, moment);
        CREATE INDEX audit_by_kind_and_moment ON audit (kind, moment);
        """,
    ])
}

extension AuditLog: ArchivedRecords {
    public static var archivedTables: [String] { ["audit"] }

    public var records: RecordDatabase { database }
}

extension AuditEvent {
    init?(_ row: Record) {
        guard let kind = Kind(rawValue: row.text(1)) else { return nil }
        self.init(
            kind, at: row.timestamp(0), user: row.optionalText(2).flatMap { UserID($0) },
            actor: row.optionalText(3).flatMap { UserID($0) }, method: row.optionalText(4),
            address: row.optionalText(5), detail: row.optionalText(6))
    }
}
