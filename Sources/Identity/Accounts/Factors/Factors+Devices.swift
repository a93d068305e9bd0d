public import Chat
import Records

/// A browser that may skip the second factor for a time.
public struct RememberedDevice: Sendable, Equatable {
    /// Identifies the entry; not a secret.
    public let id: String
    /// The browser's `User-Agent`.
    public let device: String?
    public let address: String?
    public let rememberedAt: Timestamp
    public let lastUsedAt: Timestamp
    public let endsAt: Timestamp
}

extension Factors {
    /// The maximum number of remembered browsers of a person; beyond that the oldest is removed.
    public static let maximumDevices = 20

    /// Remembers a browser.
    /// - Returns: the token that the browser must present at the next sign-in.
    public func remember(_ user: UserID, device: String?, address: String?) async throws -> SessionToken {
        let (token, now) = (SessionToken.random(), clock.now())
        try await database.transaction { transaction in
            try await transaction.run("DELETE FROM remembered_device WHERE ends_at <= $1", now.milliseconds)
            try await transaction.run(
                """
                DELETE FROM remembered_device WHERE token_hash IN (
                    SELECT token_hash FROM remembered_device WHERE user_id = $1 ORDER BY last_used_at DESC
                    LIMIT 1000000 OFFSET $2)
                """, user.description, Self.maximumDevices - 1)
            try await transaction.run(
                """
                INSERT INTO remembered_device (token_hash, user_id, device, address, remembered_at, last_used_at, ends_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """, token.hash, user.description, device, address, now.milliseconds, now.milliseconds,
                now.adding(FactorPolicy.deviceLifetime).milliseconds)
        }
        return token
    }

    /// Removes one or all of a person's remembered browsers.
    /// - Returns: whether there were any.
    public func forgetDevices(of user: UserID, id: String? = nil) async throws -> Bool {
        try await database.transaction { transaction in
            guard let id else {
                return try await transaction.run("DELETE FROM remembered_device WHERE user_id = $1", user.description)
                    > 0
            }
            return try await transaction.run(
                "DELETE FROM remembered_device WHERE user_id = $1 AND substr(token_hash, 1, 16) = $2",
                user.description, SessionToken.hashPrefix(ofID: id)) > 0
        }
    }
}

extension RecordQuery {
    /// For `RememberedDevice`.
    static func devices(of user: UserID, now: Timestamp) -> RecordQuery {
        RecordQuery(
            """
            SELECT token_hash, device, address, remembered_at, last_used_at, ends_at FROM remembered_device
            WHERE user_id = $1 AND ends_at > $2 ORDER BY last_used_at DESC
            """, user.description, now.milliseconds)
    }
}

extension RememberedDevice {
    init(_ row: Record) {
        self.init(
            id: SessionToken.id(ofHash: row.blob(0)), device: row.optionalText(1), address: row.optionalText(2),
            rememberedAt: row.timestamp(3), lastUsedAt: row.timestamp(4), endsAt: row.timestamp(5))
    }
}

extension RecordTransaction {
    /// Whether `token` belongs to a remembered browser of `user`; updates its last use.
    func use(_ token: SessionToken, of user: UserID, now: Timestamp) async throws -> Bool {
        try await run(
            "UPDATE remembered_device SET last_used_at = $1 WHERE token_hash = $2 AND user_id = $3 AND ends_at > $1",
            now.milliseconds, token.hash, user.description) > 0
    }
}
