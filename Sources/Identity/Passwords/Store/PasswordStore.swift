public import Chat
import Concurrency
import Cryptography
public import PostgreSQL
public import Records
public import SQLite

/// Accounts with passwords in a database: the password authority of the embedded backend.
///
/// Usernames are aliases of the chat, and sign-up creates the user in the chat. The database contains only Argon2id
/// hashes of passwords and hashes of session credentials, so reading it gives no access. A wrong password takes the
/// same time whether or not the account exists.
public final class PasswordStore: Sendable {
    let database: RecordDatabase
    let users: any UserRepository
    let clock: Clock
    private let hashing = PoolShare(limit: hashesAtOnce, maximumWaiting: maximumWaitingHashes)
    let parameters: Argon2id

    /// The maximum number of concurrent hashes: each takes 19 MiB and some tens of milliseconds.
    static let hashesAtOnce = 2
    /// The maximum number of waiting hashes: about a second's work.
    static let maximumWaitingHashes = 32
    /// The wait that a rejected caller is told.
    static let hashingPause = Duration.seconds(1)

    /// - Parameter users: the users of the chat.
    /// - Throws: `SQLiteError`, `NewerDatabase`.
    public convenience init(_ location: Location, users: any UserRepository, clock: Clock = .system) throws {
        try self.init(location, users: users, clock: clock, parameters: Argon2id())
    }

    /// In a database of PostgreSQL that `migrate` has brought up to date.
    public convenience init(_ database: PostgreSQL.Database, users: any UserRepository, clock: Clock = .system) {
        self.init(RecordDatabase(database), users: users, clock: clock, parameters: Argon2id())
    }

    convenience init(_ location: Location, users: any UserRepository, clock: Clock, parameters: Argon2id) throws {
        self.init(
            try RecordDatabase(location, migrations: Self.migrations), users: users, clock: clock,
            parameters: parameters)
    }

    /// Makes the tables in PostgreSQL, or brings them up to date.
    public static func migrate(_ database: PostgreSQL.Database) async throws {
        try await RecordDatabase.migrate(database, tables)
    }

    init(_ database: RecordDatabase, users: any UserRepository, clock: Clock, parameters: Argon2id) {
        self.database = database
        self.users = users
        self.clock = clock
        self.parameters = parameters
    }

    /// Sets the password of people in the chat and ends their sessions. All get the same password: for sample data, or
    /// for one person.
    public func set(_ password: Password, for people: [User]) async throws(PasswordError) {
        let hash = try await hash(password, during: .signUp)
        let now = clock.now()
        try await write(during: .signUp) { transaction in
            for person in people {
                guard let alias = Alias(person.alias) else { continue }
                try await transaction.run("DELETE FROM password_session WHERE username = $1", alias.description)
                try await transaction.run(
                    """
                    INSERT INTO password_account (username, name, hash, user_id, created_at) VALUES ($1, $2, $3, $4, $5)
                    ON CONFLICT (username) DO UPDATE SET hash = excluded.hash, user_id = excluded.user_id
                    """, alias.description, person.name, hash, person.id.description, now.milliseconds)
            }
        }
    }

    /// Whether there are no accounts.
    public var isEmpty: Bool {
        get async throws(PasswordError) {
            try await read(during: .check) { database in
                try await !database.exists("SELECT 1 FROM password_account LIMIT 1")
            }
        }
    }

    func hash(_ password: Password, during operation: PasswordError.Operation) async throws(PasswordError) -> String {
        try await hashed(during: operation) { [parameters] in try parameters.hash(password) }
    }

    /// Runs hashing work; errors are converted to `PasswordError`.
    func hashed<Value: Sendable>(
        during operation: PasswordError.Operation, _ work: @escaping @Sendable () throws -> Value
    )
        async throws(PasswordError) -> Value
    {
        do {
            return try await hashing.run(work)
        } catch is BlockingPool.Full {
            throw PasswordError(.tooManyAttempts(after: Self.hashingPause), during: operation)
        } catch {
            throw PasswordError(
                .backend(ChatError(.unavailable("a password can't be hashed"), during: "\(operation)")),
                during: operation)
        }
    }

    func read<Result: Sendable>(
        during operation: PasswordError.Operation, _ body: (RecordDatabase) async throws -> Result
    ) async throws(PasswordError) -> Result {
        do { return try await body(database) } catch { throw PasswordError(error, during: operation) }
    }

    @discardableResult
    func write<Result: Sendable>(
        during operation: PasswordError.Operation,
        _ body: @escaping @Sendable (any RecordTransaction) async throws -> Result
    ) async throws(PasswordError) -> Result {
        do { return try await database.transaction(body) } catch { throw PasswordError(error, during: operation) }
    }

    /// The version of the tables that this program writes.
    public static var schemaVersion: Int { migrations.version }

    /// Those of PostgreSQL.
    public static let tables = PostgreSQL.Migrations(
        "passwords",
        [
            [
                """
                CREATE TABLE password_account (
                    username text COLLATE "C" PRIMARY KEY,
                    name text NOT NULL,
                    email text COLLATE "C" UNIQUE,
                    hash text NOT NULL,
                    user_id text,
                    created_at bigint NOT NULL
                )
                """,
                """
                CREATE TABLE password_session (
                    key bytea PRIMARY KEY,
                    username text COLLATE "C" NOT NULL REFERENCES password_account (username) ON DELETE CASCADE,
                    created_at bigint NOT NULL,
                    expires_at bigint NOT NULL
                )
                """,
                "CREATE INDEX password_session_by_username ON password_session (username, created_at)",
                "CREATE INDEX password_session_by_expiry ON password_session (expires_at)",
            ]
        ])

    private static let migrations = SQLite.Migrations([
        """
        CREATE TABLE account (
            username TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            email TEXT UNIQUE,
            hash TEXT NOT NULL,
            user TEXT,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE session (
            key BLOB PRIMARY KEY,
            username TEXT NOT NULL REFERENCES account (username) ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_by_username ON session (username, created_at);
        CREATE INDEX session_by_expiry ON session (expires_at);
        """,
        // In PostgreSQL these tables are beside those of `Accounts`, and `user` is a word of SQL.
        """
        ALTER TABLE account RENAME TO password_account;
        ALTER TABLE password_account RENAME COLUMN user TO user_id;
        ALTER TABLE session RENAME TO password_session;
        """,
    ])
}

extension PasswordStore: ArchivedRecords {
    public static var archivedTables: [String] { ["password_account", "password_session"] }

    public var records: RecordDatabase { database }
}

/// A rule that a write would violate.
struct AccountRuleViolation: Error {
    let reason: PasswordError.Reason
}

extension PasswordError {
    fileprivate init(_ error: any Error, during operation: Operation) {
        switch error {
        case let violation as AccountRuleViolation: self.init(violation.reason, during: operation)
        default:
            let backend =
                ChatError(ofWrite: error, during: "\(operation)")
                ?? ChatError(.unavailable("\(error)"), during: "\(operation)")
            self.init(.backend(backend), during: operation)
        }
    }
}
