public import Chat
import Cryptography
public import PostgreSQL
import Records

/// One code for all processes that share a PostgreSQL database: the first that starts without people makes it, and the
/// others tell the same one in their logs.
public struct SharedFirstAdmin: FirstAdminRecord {
    /// How long making the first admin may take; where its process was ended meanwhile, another attempt may begin then.
    static let longestTurn = Duration.seconds(60)

    private let database: RecordDatabase
    private let vault: Vault
    private let clock: Clock

    /// In a database whose `tables` are up to date.
    public init(_ database: PostgreSQL.Database, vault: Vault, clock: Clock) {
        self.database = RecordDatabase(database)
        self.vault = vault
        self.clock = clock
    }

    /// The table, of one row.
    public static let tables = Migrations(
        "first-admin",
        [
            [
                """
                CREATE TABLE first_admin (
                    number bigint PRIMARY KEY CHECK (number = 1),
                    sealed bytea NOT NULL,
                    ends_at bigint NOT NULL,
                    begun_at bigint,
                    is_over bigint NOT NULL DEFAULT 0
                )
                """
            ]
        ])

    /// The code of all processes: the one that is there and good for half its lifetime at least, else `new`.
    public func settle(_ new: FirstAdminCode = .random()) async throws -> FirstAdminCode {
        let now = clock.now()
        let sealed = try await database.transaction { transaction in
            try await transaction.run(
                """
                INSERT INTO first_admin AS known (number, sealed, ends_at) VALUES (1, $1, $2)
                ON CONFLICT (number) DO UPDATE SET
                    sealed = excluded.sealed, ends_at = excluded.ends_at, begun_at = NULL, is_over = 0
                WHERE known.is_over = 1 OR known.ends_at < $3
                """, vault.seal(Array(new.revealed.utf8), as: .firstAdmin),
                now.adding(FirstAdmin.lifetime).milliseconds, now.adding(FirstAdmin.lifetime / 2).milliseconds)
            return try await transaction.row("SELECT sealed FROM first_admin") { $0.blob(0) }
        }
        return try code(sealed ?? [])
    }

    public func current() async throws -> (hash: [UInt8], endsAt: Timestamp) {
        let row = try await database.row("SELECT sealed, ends_at FROM first_admin") { row in
            (sealed: row.blob(0), endsAt: row.timestamp(1))
        }
        guard let row else { return ([], Timestamp(milliseconds: 0)) }
        return (try code(row.sealed).hash, row.endsAt)
    }

    public var isOver: Bool {
        get async throws { try await !database.exists("SELECT 1 FROM first_admin WHERE is_over = 0") }
    }

    public func begin() async throws -> FirstAdminTurn {
        let now = clock.now()
        return try await database.transaction { transaction in
            let begun = try await transaction.run(
                """
                UPDATE first_admin SET begun_at = $1 WHERE is_over = 0 AND (begun_at IS NULL OR begun_at <= $2)
                """, now.milliseconds, Self.longestAgo(now))
            if begun > 0 { return .begun }
            return try await transaction.exists("SELECT 1 FROM first_admin WHERE is_over = 0") ? .underWay : .over
        }
    }

    public func end(isOver: Bool) async throws {
        try await database.transaction { transaction in
            _ = try await transaction.run("UPDATE first_admin SET begun_at = NULL, is_over = $1", isOver)
        }
    }

    public func close() async throws {
        let now = clock.now()
        try await database.transaction { transaction in
            _ = try await transaction.run(
                "UPDATE first_admin SET is_over = 1 WHERE is_over = 0 AND (begun_at IS NULL OR begun_at <= $1)",
                Self.longestAgo(now))
        }
    }

    private static func longestAgo(_ now: Timestamp) -> Int64 { now.adding(.zero - longestTurn).milliseconds }

    private func code(_ sealed: [UInt8]) throws -> FirstAdminCode {
        let text = String(decoding: try vault.open(sealed, as: .firstAdmin), as: UTF8.self)
        guard let code = FirstAdminCode(text) else { throw VaultError.damaged }
        return code
    }
}

extension Vault.Label {
    fileprivate static var firstAdmin: Vault.Label { Vault.Label("first admin", owner: []) }
}
