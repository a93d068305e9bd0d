public import Chat
import Records

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
    public func statuses(of users: [UserID]) async throws -> [UserID: PersonStatus] {
        let now = clock.now()
        let found = try await database.read(
            users.flatMap { [PersonStatus.methods(of: $0), PersonStatus.rest(of: $0, now: now)] })
        var statuses: [UserID: PersonStatus] = [:]
        for (index, user) in users.enumerated() {
            statuses[user] = found[2 * index + 1].first.map { PersonStatus(methods: found[2 * index], $0) }
        }
        return statuses
    }
}

extension PersonStatus {
    /// The rows for `init`.
    fileprivate static func methods(of user: UserID) -> RecordQuery {
        RecordQuery("SELECT DISTINCT method FROM identity WHERE user_id = $1 ORDER BY method", user.description)
    }

    fileprivate static func rest(of user: UserID, now: Timestamp) -> RecordQuery {
        RecordQuery(
            """
            SELECT
                (SELECT role FROM account WHERE user_id = $1),
                (SELECT disabled_at FROM account WHERE user_id = $1),
                (SELECT max(last_used_at) FROM session WHERE user_id = $1 AND ends_at > $2),
                EXISTS (SELECT 1 FROM authenticator WHERE user_id = $1 AND confirmed_at IS NOT NULL),
                (SELECT count(*) FROM passkey WHERE user_id = $1)
            """, user.description, now.milliseconds)
    }

    fileprivate init(methods: [Record], _ row: Record) {
        self.init(
            role: row.optionalText(0).flatMap { SiteRole(rawValue: $0) } ?? .member,
            disabledAt: row.optionalTimestamp(1), lastSeen: row.optionalTimestamp(2),
            linkedMethods: methods.compactMap { SignInMethodID($0.text(0)) }, hasAuthenticator: row.integer(3) != 0,
            passkeys: Int(row.integer(4)))
    }
}
