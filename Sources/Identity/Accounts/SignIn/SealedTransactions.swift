public import Chat
import Cryptography
public import OpenID
public import PostgreSQL
import Records
public import SQLite

/// The open sign-in transactions, sealed in a database, so that they survive a restart.
public struct SealedTransactions: TransactionStore {
    /// The maximum number of transactions; beyond that the oldest are deleted, as anyone can start many.
    public static let maximumCount = 10_000

    let database: RecordDatabase
    private let vault: Vault
    private let clock: Clock
    private let maximumCount: Int

    /// - Parameter maximumCount: the maximum number of transactions.
    /// - Throws: `SQLiteError`, `NewerDatabase`.
    public init(
        _ location: Location, vault: Vault, clock: Clock = .system, maximumCount: Int = SealedTransactions.maximumCount
    ) throws {
        self.init(try RecordDatabase(location, migrations: Self.migrations), vault, clock, maximumCount)
    }

    /// In a database of PostgreSQL that `migrate` has brought up to date.
    public init(
        _ database: PostgreSQL.Database, vault: Vault, clock: Clock = .system,
        maximumCount: Int = SealedTransactions.maximumCount
    ) {
        self.init(RecordDatabase(database), vault, clock, maximumCount)
    }

    private init(_ database: RecordDatabase, _ vault: Vault, _ clock: Clock, _ maximumCount: Int) {
        self.database = database
        self.vault = vault
        self.clock = clock
        self.maximumCount = maximumCount
    }

    /// Makes the table in PostgreSQL, or brings it up to date.
    public static func migrate(_ database: PostgreSQL.Database) async throws {
        try await RecordDatabase.migrate(database, tables)
    }

    public func keep(_ new: SignInTransaction) async throws {
        let key = Self.key(new.state)
        let sealed = vault.seal(new.bytes, as: Self.label(key))
        try await database.transaction { transaction in
            try await transaction.run("DELETE FROM sign_in WHERE expires_at <= $1", clock.now().milliseconds)
            try await transaction.run(
                """
                DELETE FROM sign_in WHERE key IN
                    (SELECT key FROM sign_in ORDER BY expires_at DESC LIMIT 1000000 OFFSET $1)
                """, maximumCount - 1)
            try await transaction.run(
                "INSERT INTO sign_in (key, sealed, expires_at) VALUES ($1, $2, $3)", key, sealed,
                new.expiresAt.milliseconds)
        }
    }

    public func replace(
        state: String, _ change: @escaping @Sendable (SignInTransaction) -> SignInTransaction?
    ) async throws -> Bool {
        let key = Self.key(state)
        return try await database.transaction { transaction in
            let sealed = try await transaction.row("SELECT sealed FROM sign_in WHERE key = $1", key) { row in
                row.blob(0)
            }
            guard let sealed,
                let changed = SignInTransaction(bytes: try vault.open(sealed, as: Self.label(key))).flatMap(change)
            else { return false }
            try await transaction.run(
                "UPDATE sign_in SET sealed = $1 WHERE key = $2", vault.seal(changed.bytes, as: Self.label(key)), key)
            return true
        }
    }

    public func take(state: String) async throws -> SignInTransaction? {
        let key = Self.key(state)
        // Read and deleted in one statement, so that only one of two concurrent callbacks gets it.
        let sealed = try await database.transaction { transaction in
            try await transaction.row("DELETE FROM sign_in WHERE key = $1 RETURNING sealed", key) { row in row.blob(0) }
        }
        return try sealed.flatMap { SignInTransaction(bytes: try vault.open($0, as: Self.label(key))) }
    }

    /// The state was sent through the browser, so the database stores its hash: reading the database does not permit
    /// completing a sign-in.
    private static func key(_ state: String) -> [UInt8] { SHA256.hash(Array(state.utf8)) }

    private static func label(_ key: [UInt8]) -> Vault.Label { Vault.Label("sign-in transaction", owner: key) }

    /// Those of PostgreSQL.
    public static let tables = PostgreSQL.Migrations(
        "sign-in",
        [
            [
                "CREATE TABLE sign_in (key bytea PRIMARY KEY, sealed bytea NOT NULL, expires_at bigint NOT NULL)",
                "CREATE INDEX sign_in_by_expiry ON sign_in (expires_at)",
            ]
        ])

    private static let migrations = SQLite.Migrations([
        """
        CREATE TABLE sign_in (
            key BLOB PRIMARY KEY,
            sealed BLOB NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sign_in_by_expiry ON sign_in (expires_at);
        """
    ])
}
