public import Chat
import SQLite

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
        try await database.write { connection in
            try connection.run("DELETE FROM remembered_device WHERE ends_at <= ?", now.milliseconds)
            try connection.run(
                """
                DELETE FROM remembered_device WHERE token_hash IN (
                    SELECT token_hash FROM remembered_device WHERE user_id = ? ORDER BY last_used_at DESC
                    LIMIT -1 OFFSET ?)
                """, user.description, Self.maximumDevices - 1)
            try connection.run(
                """
                INSERT INTO remembered_device (token_hash, user_id, device, address, remembered_at, last_used_at, ends_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, token.hash, user.description, device, address, now.milliseconds, now.milliseconds,
                now.adding(FactorPolicy.deviceLifetime).milliseconds)
        }
        return token
    }

    /// Removes one or all of a person's remembered browsers.
    /// - Returns: whether there were any.
    public func forgetDevices(of user: UserID, id: String? = nil) async throws -> Bool {
        try await database.write { connection in
            if let id {
                try connection.run(
                    "DELETE FROM remembered_device WHERE user_id = ? AND substr(token_hash, 1, 16) = ?",
                    user.description, SessionToken.hashPrefix(ofID: id))
            } else {
                try connection.run("DELETE FROM remembered_device WHERE user_id = ?", user.description)
            }
            return connection.changes > 0
        }
    }
}

extension Connection {
    mutating func devices(of user: UserID, now: Timestamp) throws -> [RememberedDevice] {
        try rows(
            """
            SELECT token_hash, device, address, remembered_at, last_used_at, ends_at FROM remembered_device
            WHERE user_id = ? AND ends_at > ? ORDER BY last_used_at DESC
            """, user.description, now.milliseconds
        ) { row in
            RememberedDevice(
                id: SessionToken.id(ofHash: row.blob(0)), device: row.optionalText(1), address: row.optionalText(2),
                rememberedAt: row.timestamp(3),
                lastUsedAt: row.timestamp(4), endsAt: row.timestamp(5))
        }
    }

    /// Whether `token` belongs to a remembered browser of `user`; updates its last use.
    mutating func use(_ token: SessionToken, of user: UserID, now: Timestamp) throws -> Bool {
        try run(
            "UPDATE remembered_device SET last_used_at = ? WHERE token_hash = ? AND user_id = ? AND ends_at > ?",
            now.milliseconds, token.hash, user.description, now.milliseconds)
        return changes > 0
    }
}
