import Bytes
import Chat
import Cryptography
import OpenID
import Records

/// How long revoking a credential is retried.
public struct RevocationLimits: Sendable {
    /// The delay before the first retry; doubled for each further one.
    public var firstDelay = Duration.seconds(60)
    public var longestDelay = Duration.seconds(3_600)
    /// After this time a credential is left to expire.
    public var patience = Duration.seconds(24 * 3_600)
    /// The same for a consent, which does not expire.
    public var consentPatience = Duration.seconds(30 * 24 * 3_600)
    /// The number of revocations processed at once.
    public var batch = 20

    public init() {}

    func delay(after attempts: Int64) -> Duration {
        // After 20 doublings the result always exceeds `longestDelay`.
        min(firstDelay * (1 << min(max(attempts, 0), 20)), longestDelay)
    }
}

/// The queue of credentials to be revoked. They are added in the transaction in which their session ends, sealed, so
/// that neither an unreachable service nor a restart loses them.
struct Revocations: Sendable {
    let database: RecordDatabase
    let vault: Vault
    let clock: Clock
    let limits: RevocationLimits

    struct Pending: Sendable {
        let key: [UInt8]
        let method: SignInMethodID
        let credential: Credential
        /// The person whose consent is to be withdrawn; `nil` for a session's credential.
        let withdrawnBy: UserID?
    }

    /// The revocations that are due. Their next retry is scheduled already, in case this process ends.
    func take() async throws -> [Pending] {
        let now = clock.now()
        return try await database.transaction { transaction in
            try await transaction.run("DELETE FROM revocation WHERE ends_at <= $1", now.milliseconds)
            let due = try await transaction.rows(
                "SELECT \(Self.columns) FROM revocation WHERE due_at <= $1 ORDER BY due_at LIMIT $2", now.milliseconds,
                limits.batch
            ) { row in (key: row.blob(0), pending: pending(row), attempts: row.integer(4)) }
            for (key, pending, attempts) in due {
                if pending == nil {
                    try await transaction.removeRevocation(key)
                } else {
                    try await transaction.run(
                        "UPDATE revocation SET attempts = attempts + 1, due_at = $1 WHERE key = $2",
                        now.adding(limits.delay(after: attempts)).milliseconds, key)
                }
            }
            return due.compactMap(\.pending)
        }
    }

    /// Removes a revocation that is done or can't be done.
    func remove(_ key: [UInt8]) async throws { try await database.transaction { try await $0.removeRevocation(key) } }

    private static let columns = "key, method, sealed, withdrawn_by, attempts"

    /// `nil` if it was sealed with a lost key, so that it can't be revoked.
    private func pending(_ row: Record) -> Pending? {
        let key = row.blob(0)
        guard let method = SignInMethodID(row.text(1)),
            let bytes = try? vault.open(row.blob(2), as: Self.label(key)), let credential = Credential(bytes: bytes)
        else { return nil }
        return Pending(
            key: key, method: method, credential: credential, withdrawnBy: row.optionalText(3).flatMap { UserID($0) })
    }

    static func label(_ key: [UInt8]) -> Vault.Label { Vault.Label("revocation", owner: key) }
}

/// The length of a key.
private let revocationKeyBytes = 16

extension RecordTransaction {
    fileprivate func removeRevocation(_ key: [UInt8]) async throws {
        try await run("DELETE FROM revocation WHERE key = $1", key)
    }

    /// Queues the revocation of a session's credential.
    ///
    /// - Parameter user: the person who withdraws the consent; `nil` if only a session has ended.
    func queueRevocation(
        of credential: Credential, by method: SignInMethodID, withdrawnBy user: UserID? = nil, vault: Vault,
        now: Timestamp, limits: RevocationLimits = RevocationLimits()
    ) async throws {
        // Expired entries, also those of sign-in methods that were removed.
        try await run("DELETE FROM revocation WHERE ends_at <= $1", now.milliseconds)
        let key = SecureRandom.bytes(revocationKeyBytes)
        try await run(
            """
            INSERT INTO revocation (key, method, sealed, attempts, due_at, ends_at, withdrawn_by)
            VALUES ($1, $2, $3, 0, $4, $5, $6)
            """, key, method.description, vault.seal(credential.json.bytes, as: Revocations.label(key)),
            now.milliseconds, now.adding(user == nil ? limits.patience : limits.consentPatience).milliseconds,
            user?.description)
    }
}
