public import Chat
import Concurrency
import Cryptography
public import SQLite

/// Accounts with passwords in a SQLite database: the password authority of the embedded backend.
///
/// Usernames are aliases of the chat, and sign-up creates the user in the chat. The database contains only Argon2id
/// hashes of passwords and hashes of session credentials, so reading it gives no access. A wrong password takes the
/// same time whether or not the account exists.
public final class PasswordStore: Sendable {
    let database: Database
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

    init(_ location: Location, users: any UserRepository, clock: Clock, parameters: Argon2id) throws {
        database = try Database(location, migrations: Self.migrations)
        self.users = users
        self.clock = clock
        self.parameters = parameters
    }

    /// Sets the password of people in the chat and ends their sessions. All get the same password: for sample data, or
    /// for one person.
    public func set(_ password: Password, for people: [User]) async throws(PasswordError) {
        let hash = try await hash(password, during: .signUp)
        let now = clock.now()
        try await write(during: .signUp) { connection in
            for person in people {
                guard let alias = Alias(person.alias) else { continue }
                try connection.run("DELETE FROM session WHERE username = ?", alias.description)
                try connection.run(
                    """
                    INSERT INTO account (username, name, hash, user, created_at) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (username) DO UPDATE SET hash = excluded.hash, user = excluded.user
                    """, alias.description, person.name, hash, person.id.description, now.milliseconds)
            }
        }
    }

    /// Whether there are no accounts.
    public var isEmpty: Bool {
        get throws(PasswordError) {
            try read(during: .check) { connection in
                try connection.row("SELECT 1 FROM account LIMIT 1") { _ in true } == nil
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
        during operation: PasswordError.Operation, _ body: (inout Connection) throws -> Result
    ) throws(PasswordError) -> Result {
        do { return try database.read(body) } catch { throw PasswordError(error, during: operation) }
    }

    func write<Result: Sendable>(
        during operation: PasswordError.Operation, _ body: @escaping @Sendable (inout Connection) throws -> Result
    ) async throws(PasswordError) -> Result {
        do { return try await database.write(body) } catch { throw PasswordError(error, during: operation) }
    }

    /// The version of the tables that this program writes.
    public static var schemaVersion: Int { migrations.version }

    private static let migrations = Migrations([
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
        """
    ])
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
