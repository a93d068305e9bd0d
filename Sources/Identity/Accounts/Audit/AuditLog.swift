public import Chat
public import SQLite

/// What happened to accounts, in SQLite: the database itself refuses to change a line, and to delete one that is younger
/// than 90 days. Older ones are deleted at the start, and as lines are added.
public final class AuditLog: Sendable {
    /// How long a line is kept at least.
    public static let retention = Duration.seconds(90 * 24 * 3_600)
    /// How many lines one question gives.
    public static let maximumLines = 1_000

    /// After how many new lines old ones are looked for, and how many are deleted then at most: more than were added, so
    /// that they become fewer, and so few that nobody waits for it.
    private static let trimInterval: Int64 = 1_000
    private static let trimCount = 2_000

    private let database: Database

    /// - Throws: `SQLiteError`, `NewerDatabase`.
    public init(_ location: Location) throws {
        database = try Database(location, migrations: Self.migrations)
    }

    /// Adds a line.
    public func append(_ event: AuditEvent) throws {
        try database.writeNow { connection in
            try connection.run(
                """
                INSERT INTO audit (moment, kind, user_id, actor_id, method, address, detail)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, event.moment.milliseconds, event.kind.rawValue, event.user?.description,
                event.actor?.description, event.method, event.address, event.detail)
            guard connection.lastInsertedRow % Self.trimInterval == 0 else { return }
            try connection.run(
                """
                DELETE FROM audit WHERE number IN (SELECT number FROM audit ORDER BY number LIMIT ?)
                AND moment < (SELECT MAX(moment) FROM audit) - ?
                """, Self.trimCount, Self.retention.components.seconds * 1_000)
        }
    }

    /// The newest lines, newest first: all, or those about `user`. A kind that this version does not know is left out.
    public func newest(_ count: Int = 100, about user: UserID? = nil) throws -> [AuditEvent] {
        try database.read { connection in
            try connection.rows(
                """
                SELECT moment, kind, user_id, actor_id, method, address, detail FROM audit
                WHERE ?1 IS NULL OR user_id = ?1 ORDER BY number DESC LIMIT ?2
                """, user?.description, min(max(0, count), Self.maximumLines)
            ) { row in AuditEvent(row) }
        }.compactMap { $0 }
    }

    /// Deletes what is older than `retention` before the newest line.
    /// - Returns: how many lines.
    @discardableResult
    public func trim() throws -> Int {
        try database.writeNow { connection in
            try connection.run(
                "DELETE FROM audit WHERE moment < (SELECT MAX(moment) FROM audit) - ?",
                Self.retention.components.seconds * 1_000)
            return connection.changes
        }
    }

    /// The rules are the table's own, so that no code of ours breaks them by mistake. They measure age by the newest
    /// line, for a database has no clock that a test could set. The number is `retention` in milliseconds.
    /// REPLACE deletes without asking the trigger for that, so it has one of its own.
    private static let migrations = Migrations([
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
        // For the newest moment, which the triggers ask for with each line that is deleted.
        "CREATE INDEX audit_by_moment ON audit (moment);",
    ])
}

extension AuditEvent {
    fileprivate init?(_ row: borrowing Statement) {
        guard let kind = Kind(rawValue: row.text(1)) else { return nil }
        self.init(
            kind, at: Timestamp(milliseconds: row.integer(0)), user: row.optionalText(2).flatMap { UserID($0) },
            actor: row.optionalText(3).flatMap { UserID($0) }, method: row.optionalText(4),
            address: row.optionalText(5), detail: row.optionalText(6))
    }
}
