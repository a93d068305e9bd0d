import Bytes
import Chat
import Cryptography
public import PostgreSQL

/// The failures of accounts and addresses at all processes that share a PostgreSQL database: each attempt is counted by one
/// statement before it is made, so any number of attempts at once at any of them are as slow as one after the other.
///
/// The keys of the rows are keyed hashes, because people type passwords for names. A row is dropped a day after its last
/// failure. The table is not logged: a crash of the server loses the counts, as a restart of a single process does.
public struct SharedAttempts: Sendable {
    /// The maximum number of rows; beyond that, those with the fewest failures are dropped, the oldest first.
    public static let maximumRows = 50_000
    /// After how many attempts of a process it looks for rows to drop.
    static let attemptsBetweenTrims = 256

    /// What is guessed at.
    public enum Kind: String, Sendable {
        case signIn = "sign-in"
        case factor
    }

    private let database: Database
    private let vault: Vault
    private let kind: Kind
    private let maximumRows: Int
    private let trims = EveryFew(attemptsBetweenTrims)

    /// In a database that `migrate` has brought up to date.
    public init(_ database: Database, vault: Vault, _ kind: Kind) {
        self.init(database, vault: vault, kind, maximumRows: Self.maximumRows)
    }

    init(_ database: Database, vault: Vault, _ kind: Kind, maximumRows: Int) {
        self.database = database
        self.vault = vault
        self.kind = kind
        self.maximumRows = maximumRows
    }

    /// The tables of what is counted at all processes.
    public static let tables = Migrations(
        "attempts",
        [
            [
                """
                CREATE UNLOGGED TABLE attempts (
                    key bytea PRIMARY KEY,
                    failures bigint NOT NULL,
                    failed_at bigint NOT NULL,
                    blocked_until bigint NOT NULL
                )
                """,
                "CREATE INDEX attempts_by_time ON attempts (failed_at)", SharedQuota.table, SharedQuota.index,
            ]
        ])

    /// What counts the failures of one account or address.
    struct Counter: Sendable {
        let key: [UInt8]
        let policy: AttemptLimiter.Policy
    }

    /// The counters of an attempt, always in the same order, so that no two attempts wait for each other.
    func counters(account: String, address: IPNetwork?) -> [Counter] {
        let network = address.map { Counter(key: key("address", "\($0)"), policy: .address) }
        let account = Counter(key: key("account", AttemptLimiter.key(account)), policy: .account)
        return ([account] + [network].compactMap { $0 }).sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }

    private func key(_ what: String, _ text: String) -> [UInt8] {
        vault.digest(Array("\(kind.rawValue)\n\(what)\n\(text)".utf8), as: Vault.Label("attempts", owner: []))
    }

    /// Counts an attempt as failed, if it is permitted.
    ///
    /// - Throws: `PostgreSQLError`.
    func begin(account: String, address: IPNetwork?, now: Timestamp) async throws -> AttemptLimiter.Verdict {
        if trims.isDue() { try await trim(now) }
        let counters = counters(account: account, address: address)
        let queries = counters.map { Self.counting($0, now) } + counters.map { Self.waiting($0, now) }
        let rows = try await database.run(queries)
        let isCounted = rows.prefix(counters.count).map { $0.count > 0 }
        guard isCounted.contains(false) else { return .allowed }
        let others = zip(counters, isCounted).filter(\.1).map(\.0)
        if !others.isEmpty { _ = try await database.run(others.map(Self.takingBack)) }
        let waits = zip(rows.suffix(counters.count), isCounted).filter { !$0.1 }.map { $0.0.first?.integer(0) ?? 0 }
        return .wait(.milliseconds(max(1, waits.max() ?? 0)))
    }

    /// Resets the failures of the account, and takes back this attempt for the address.
    func succeeded(account: String, address: IPNetwork?) async throws {
        let counters = counters(account: account, address: address)
        let isAddress: (Counter) -> Bool = { $0.policy == .address }
        _ = try await database.run(
            counters.map { isAddress($0) ? Self.takingBack($0) : Query("DELETE FROM attempts WHERE key = $1", $0.key) })
    }

    /// Takes back an attempt without a result.
    func abandoned(account: String, address: IPNetwork?) async throws {
        _ = try await database.run(counters(account: account, address: address).map(Self.takingBack))
    }

    private func trim(_ now: Timestamp) async throws {
        // Rows that an attempt holds are left for the next time.
        _ = try await database.run([
            Query(
                """
                DELETE FROM attempts WHERE key IN
                    (SELECT key FROM attempts WHERE failed_at <= $1 FOR UPDATE SKIP LOCKED)
                """, now.milliseconds - AttemptLimiter.memoryMilliseconds),
            Query(
                """
                DELETE FROM attempts WHERE key IN
                    (SELECT key FROM attempts ORDER BY failures DESC, failed_at DESC OFFSET $1 FOR UPDATE SKIP LOCKED)
                """, maximumRows),
        ])
    }

    /// Gives a row where the attempt is permitted. Where there is no wait the row has no moment: clocks of processes differ
    /// by milliseconds.
    private static func counting(_ counter: Counter, _ now: Timestamp) -> Query {
        Query(
            """
            INSERT INTO attempts AS known (key, failures, failed_at, blocked_until)
            VALUES ($1, 1, $2, coalesce($2::bigint + nullif(($4::bigint[])[1], 0), 0))
            ON CONFLICT (key) DO UPDATE SET
                failures = CASE WHEN known.failed_at > $2::bigint - $3::bigint THEN known.failures + 1 ELSE 1 END,
                failed_at = $2::bigint,
                blocked_until = coalesce($2::bigint + nullif(
                    ($4::bigint[])[CASE WHEN known.failed_at > $2::bigint - $3::bigint
                        THEN LEAST(known.failures + 1, cardinality($4::bigint[])) ELSE 1 END], 0), 0)
            WHERE known.blocked_until <= $2::bigint
            RETURNING failures
            """, counter.key, now.milliseconds, AttemptLimiter.memoryMilliseconds, counter.policy.delays)
    }

    private static func waiting(_ counter: Counter, _ now: Timestamp) -> Query {
        Query("SELECT blocked_until - $2::bigint FROM attempts WHERE key = $1", counter.key, now.milliseconds)
    }

    private static func takingBack(_ counter: Counter) -> Query {
        Query(
            """
            UPDATE attempts SET failures = failures - 1, blocked_until = CASE WHEN failures > 1 THEN coalesce(
                failed_at + nullif(($2::bigint[])[LEAST(failures - 1, cardinality($2::bigint[]))], 0), 0) ELSE 0 END
            WHERE key = $1 AND failures > 0
            """, counter.key, counter.policy.delays)
    }
}

extension AttemptLimiter {
    fileprivate static var memoryMilliseconds: Int64 { memory.components.seconds * 1_000 }
}

extension AttemptLimiter.Policy {
    /// The waits after one failure, two, three, … in milliseconds; the last one is that after any more.
    fileprivate var delays: TextArray {
        var delays: [Int64] = []
        for failures in 1... {
            let delay = delay(after: failures)
            delays.append(delay.components.seconds * 1_000)
            if delay == longestDelay { break }
        }
        return TextArray(delays.map { "\($0)" })
    }
}
