import Chat
import Cryptography
import JOSE
import OpenID
import SQLite

/// How long a credential is tried to be given back.
public struct RevocationLimits: Sendable {
    /// From the first try to the second; each one more doubles it.
    public var firstDelay = Duration.seconds(60)
    public var longestDelay = Duration.seconds(3_600)
    /// After this, what was not given back is left to expire.
    public var patience = Duration.seconds(24 * 3_600)
    /// The same for a consent that was withdrawn here, which does not expire there by itself.
    public var consentPatience = Duration.seconds(30 * 24 * 3_600)
    /// How many are tried at once.
    public var batch = 20

    public init() {}

    func delay(after attempts: Int64) -> Duration {
        // Beyond 20 doublings any delay is the longest one.
        min(firstDelay * (1 << min(max(attempts, 0), 20)), longestDelay)
    }
}

/// Credentials of sessions that are over here and have yet to be given back where they came from. They are put here in the
/// same transaction in which their session ends, sealed, so that neither a dead service nor a restart loses them.
struct Revocations: Sendable {
    let database: Database
    let vault: Vault
    let clock: Clock
    let limits: RevocationLimits

    struct Pending: Sendable {
        let key: [UInt8]
        let method: SignInMethodID
        let credential: Credential
        /// Whose consent it is that is to be withdrawn; `nil` for what a session kept.
        let withdrawnBy: UserID?
    }

    /// What is due, each with its next try set already: whoever dies now leaves it to the next.
    func take() throws -> [Pending] {
        let now = clock.now()
        let rows = try database.writeNow { connection in
            try connection.run("DELETE FROM revocation WHERE ends_at <= ?", now.milliseconds)
            let due = try connection.rows(
                "SELECT key, attempts FROM revocation WHERE due_at <= ? ORDER BY due_at LIMIT ?", now.milliseconds,
                limits.batch
            ) { row in (row.blob(0), row.integer(1)) }
            return try due.compactMap { key, attempts in
                try connection.row(
                    """
                    UPDATE revocation SET attempts = attempts + 1, due_at = ? WHERE key = ? RETURNING method, sealed, withdrawn_by
                    """, now.adding(limits.delay(after: attempts)).milliseconds, key
                ) { row in (key, row.text(0), row.blob(1), row.optionalText(2)) }
            }
        }
        return try rows.compactMap { key, method, sealed, user in
            // Sealed with a key that is gone: it can't be given back by anybody.
            guard let method = SignInMethodID(method),
                let credential = (try? vault.open(sealed, as: Self.label(key))).flatMap({ Credential(bytes: $0) })
            else {
                try remove(key)
                return nil
            }
            return Pending(
                key: key, method: method, credential: credential, withdrawnBy: user.flatMap { UserID($0) })
        }
    }

    /// Forgets one that was given back, or never will be.
    func remove(_ key: [UInt8]) throws {
        try database.writeNow { connection in try connection.run("DELETE FROM revocation WHERE key = ?", key) }
    }

    static func label(_ key: [UInt8]) -> Vault.Label { Vault.Label("revocation", owner: key) }
}

extension Connection {
    private static let revocationKeyBytes = 16

    /// Puts what a session kept where it waits to be given back.
    ///
    /// - Parameter user: who withdraws their consent by this; `nil` where only a session is over.
    mutating func giveBack(
        _ credential: Credential, of method: SignInMethodID, withdrawnBy user: UserID? = nil, vault: Vault,
        now: Timestamp, limits: RevocationLimits = RevocationLimits()
    ) throws {
        // Also where no way in takes anything back any more.
        try run("DELETE FROM revocation WHERE ends_at <= ?", now.milliseconds)
        let key = SecureRandom.bytes(Self.revocationKeyBytes)
        try run(
            """
            INSERT INTO revocation (key, method, sealed, attempts, due_at, ends_at, withdrawn_by)
            VALUES (?, ?, ?, 0, ?, ?, ?)
            """, key, method.description, vault.seal(credential.json.bytes, as: Revocations.label(key)),
            now.milliseconds, now.adding(user == nil ? limits.patience : limits.consentPatience).milliseconds,
            user?.description)
    }
}
