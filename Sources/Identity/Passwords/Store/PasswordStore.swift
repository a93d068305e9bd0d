public import Chat
import Concurrency
import Cryptography
public import SQLite

/// Accounts with passwords in a SQLite database: the authority of the embedded backend.
///
/// A name is an alias of the chat, and whoever signs up is in the chat from then on. Passwords are kept as Argon2id hashes,
/// sessions as hashes of what opens them: who reads the database can become nobody. Whether or not there is an account,
/// a wrong password takes the same time.
public final class PasswordStore: Sendable {
    let database: Database
    let users: any UserRepository
    let clock: Clock
    private let hashing = PoolShare(limit: hashesAtOnce, maximumWaiting: maximumWaitingHashes)
    let parameters: Argon2id

    /// How many passwords are hashed at once: each takes 19 MiB and some tens of milliseconds.
    static let hashesAtOnce = 2
    /// How many more may wait for that: about a second's work.
    static let maximumWaitingHashes = 32
    /// When a caller that was refused may try again.
    static let hashingPause = Duration.seconds(1)

    /// - Parameter users: the chat that the accounts are for.
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

    /// Gives people of the chat this password, all of them the same: for people whose password is no secret, or for one.
    /// Their sessions end.
    public func set(_ password: Password, for people: [User]) async throws(PasswordError) {
        let hash = try await hash(password, during: .signUp)
        let now = clock.now()
        try write(during: .signUp) { connection in
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

    /// Whether nobody has an account.
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

    /// Does work of hashing, with whatever goes wrong told as an error of an authority.
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
        during operation: PasswordError.Operation, _ body: (inout Connection) throws -> Result
    ) throws(PasswordError) -> Result {
        do { return try database.writeNow(body) } catch { throw PasswordError(error, during: operation) }
    }

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

/// What a query found to be against the rules.
enum Refusal: Error {
    case because(PasswordError.Reason)
}

extension PasswordError {
    fileprivate init(_ error: any Error, during operation: Operation) {
        switch error {
        case Refusal.because(let reason): self.init(reason, during: operation)
        default:
            self.init(
                .backend(ChatError(.unavailable("\(error)"), during: "\(operation)")), during: operation)
        }
    }
}
