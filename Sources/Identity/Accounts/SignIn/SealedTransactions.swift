public import Chat
import Cryptography
public import OpenID
public import SQLite

/// The open sign-in transactions, sealed in SQLite, so that they survive a restart.
public struct SealedTransactions: TransactionStore {
    /// The maximum number of transactions; beyond that the oldest are deleted, as anyone can start many.
    public static let maximumCount = 10_000

    private let database: Database
    private let vault: Vault
    private let clock: Clock
    private let maximumCount: Int

    /// - Parameter maximumCount: the maximum number of transactions.
    /// - Throws: `SQLiteError`, `NewerDatabase`.
    public init(
        _ location: Location, vault: Vault, clock: Clock = .system, maximumCount: Int = SealedTransactions.maximumCount
    ) throws {
        database = try Database(location, migrations: Self.migrations)
        self.vault = vault
        self.clock = clock
        self.maximumCount = maximumCount
    }

    public func keep(_ transaction: SignInTransaction) async throws {
        let key = Self.key(transaction.state)
        let sealed = vault.seal(transaction.bytes, as: Self.label(key))
        try await database.write { connection in
            try connection.run("DELETE FROM sign_in WHERE expires_at <= ?", clock.now().milliseconds)
            try connection.run(
                """
                DELETE FROM sign_in WHERE key IN
                    (SELECT key FROM sign_in ORDER BY expires_at DESC LIMIT -1 OFFSET ?)
                """, maximumCount - 1)
            try connection.run(
                "INSERT INTO sign_in (key, sealed, expires_at) VALUES (?, ?, ?)", key, sealed,
                transaction.expiresAt.milliseconds)
        }
    }

    public func replace(
        state: String, _ change: @escaping @Sendable (SignInTransaction) -> SignInTransaction?
    ) async throws -> Bool {
        let key = Self.key(state)
        return try await database.write { connection in
            let sealed = try connection.row("SELECT sealed FROM sign_in WHERE key = ?", key) { row in row.blob(0) }
            guard let sealed,
                let changed = SignInTransaction(bytes: try vault.open(sealed, as: Self.label(key))).flatMap(change)
            else { return false }
            try connection.run(
                "UPDATE sign_in SET sealed = ? WHERE key = ?", vault.seal(changed.bytes, as: Self.label(key)), key)
            return true
        }
    }

    public func take(state: String) async throws -> SignInTransaction? {
        let key = Self.key(state)
        // Read and deleted in one statement, so that only one of two concurrent callbacks gets it.
        let sealed = try await database.write { connection in
            try connection.row("DELETE FROM sign_in WHERE key = ? RETURNING sealed", key) { row in row.blob(0) }
        }
        return try sealed.flatMap { SignInTransaction(bytes: try vault.open($0, as: Self.label(key))) }
    }

    /// The state was sent through the browser, so the database stores its hash: reading the database does not permit
    /// completing a sign-in.
    private static func key(_ state: String) -> [UInt8] { SHA256.hash(Array(state.utf8)) }

    private static func label(_ key: [UInt8]) -> Vault.Label { Vault.Label("sign-in transaction", owner: key) }

    private static let migrations = Migrations([
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
