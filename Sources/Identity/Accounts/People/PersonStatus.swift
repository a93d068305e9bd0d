public import Chat
import SQLite

/// What the site knows of a person beside the chat.
public struct PersonStatus: Sendable, Equatable {
    public let role: SiteRole
    /// `nil` for an enabled account.
    public let disabledAt: Timestamp?
    /// The last use of a session that has not ended; `nil` if there is none.
    public let lastSeen: Timestamp?
    /// The sign-in methods of the linked identities, without repetition.
    public let linkedMethods: [SignInMethodID]
    public let hasAuthenticator: Bool
    public let passkeys: Int

    static let unknown = PersonStatus(
        role: .member, disabledAt: nil, lastSeen: nil, linkedMethods: [], hasAuthenticator: false, passkeys: 0)
}

extension AccountRegister {
    /// The status of each of some people. Reads some keyed rows for each.
    public func statuses(of users: [UserID]) throws -> [UserID: PersonStatus] {
        let now = clock.now()
        return try database.read { connection in
            try connection.snapshot { connection in
                var statuses: [UserID: PersonStatus] = [:]
                for user in users { statuses[user] = try connection.status(of: user, now: now) }
                return statuses
            }
        }
    }
}

extension Connection {
    fileprivate mutating func status(of user: UserID, now: Timestamp) throws -> PersonStatus {
        let methods = try rows(
            "SELECT DISTINCT method FROM identity WHERE user_id = ? ORDER BY method", user.description
        ) { SignInMethodID($0.text(0)) }
        let status = try row(
            """
            SELECT
                (SELECT role FROM account WHERE user_id = ?1),
                (SELECT disabled_at FROM account WHERE user_id = ?1),
                (SELECT max(last_used_at) FROM session WHERE user_id = ?1 AND ends_at > ?2),
                EXISTS (SELECT 1 FROM authenticator WHERE user_id = ?1 AND confirmed_at IS NOT NULL),
                (SELECT count(*) FROM passkey WHERE user_id = ?1)
            """, user.description, now.milliseconds
        ) { row in
            PersonStatus(
                role: row.optionalText(0).flatMap { SiteRole(rawValue: $0) } ?? .member,
                disabledAt: row.optionalTimestamp(1), lastSeen: row.optionalTimestamp(2),
                linkedMethods: methods.compactMap(\.self), hasAuthenticator: row.integer(3) != 0,
                passkeys: Int(row.integer(4)))
        }
        return status ?? .unknown
    }
}
