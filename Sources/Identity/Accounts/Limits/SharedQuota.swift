import Bytes
import Chat
public import PostgreSQL

/// A rate limit by address at all processes that share a PostgreSQL database, with bursts. A row holds when a quota is full
/// again (`CellRate`), and is dropped after that. The table is not logged, as that of `SharedAttempts`.
public struct SharedQuota: Sendable {
    /// After how many uses by a process it looks for rows to drop.
    static let usesBetweenTrims = 256

    private let database: Database
    private let vault: Vault
    private let name: String
    private let trims = EveryFew(usesBetweenTrims)

    /// In a database whose `SharedAttempts.tables` are up to date.
    ///
    /// - Parameter name: what is limited.
    public init(_ database: Database, vault: Vault, _ name: StaticString) {
        self.database = database
        self.vault = vault
        self.name = "\(name)"
    }

    static let table = "CREATE UNLOGGED TABLE quotas (key bytea PRIMARY KEY, full_at bigint NOT NULL)"
    static let index = "CREATE INDEX quotas_by_time ON quotas (full_at)"

    /// Uses the quota of a network once.
    ///
    /// - Returns: how long to wait; `nil` if permitted.
    /// - Throws: `PostgreSQLError`.
    func take(_ network: IPNetwork, _ rate: CellRate, now: Timestamp) async throws -> Duration? {
        if trims.isDue() {
            // Rows that others use now are left for the next time.
            try await database.run(
                Query(
                    """
                    DELETE FROM quotas WHERE key IN
                        (SELECT key FROM quotas WHERE full_at <= $1 FOR UPDATE SKIP LOCKED)
                    """, now.milliseconds))
        }
        let key = vault.digest(Array("\(name)\n\(network)".utf8), as: Vault.Label("quotas", owner: []))
        let (interval, ahead) = (rate.interval.milliseconds, rate.longestAhead.milliseconds)
        let rows = try await database.run([
            Query(
                """
                INSERT INTO quotas AS known (key, full_at) VALUES ($1, $2::bigint + $3::bigint)
                ON CONFLICT (key) DO UPDATE SET full_at = GREATEST(known.full_at, $2::bigint) + $3::bigint
                WHERE known.full_at <= $2::bigint + $4::bigint
                RETURNING full_at
                """, key, now.milliseconds, interval, ahead),
            Query("SELECT full_at FROM quotas WHERE key = $1", key),
        ])
        guard rows[0].count == 0, let full = rows[1].first?.integer(0) else { return nil }
        return .milliseconds(max(1, full - now.milliseconds - ahead))
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
