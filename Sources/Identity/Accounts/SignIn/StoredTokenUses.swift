public import Chat
import Cryptography
public import OpenID
import Records

/// Remembers tokens that are valid once in the database, for all processes that share it.
public struct StoredTokenUses: TokenUses {
    private let database: RecordDatabase

    public init(_ accounts: AccountsDatabase) { database = accounts.database }

    public func use(_ token: String, until end: Timestamp, now: Timestamp) async throws -> Bool {
        try await database.transaction { transaction in
            try await transaction.use(hash: SHA256.hash(Array("token\n\(token)".utf8)), until: end, now: now)
        }
    }
}

extension RecordTransaction {
    /// Whether what has this hash is used for the first time. It is remembered until `end`.
    func use(hash: [UInt8], until end: Timestamp, now: Timestamp) async throws -> Bool {
        try await run("DELETE FROM used_challenge WHERE ends_at <= $1", now.milliseconds)
        let changed = try await run(
            "INSERT INTO used_challenge (hash, ends_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING", hash,
            end.milliseconds)
        return changed > 0
    }
}
