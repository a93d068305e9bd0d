public import Chat
public import OpenID
import Records

/// Links identities at providers to users of the chat: an identity belongs to one user; a user may have several.
///
/// E-mail addresses are never used for linking, because a provider may reassign them.
public struct Identities: Sendable {
    private let database: RecordDatabase
    private let clock: Clock

    public init(_ accounts: AccountsDatabase, clock: Clock = .system) {
        database = accounts.database
        self.clock = clock
    }

    /// An identity linked to a user.
    public struct Link: Sendable, Equatable {
        public let identity: Identity
        public let user: UserID
        public let method: SignInMethodID
        /// What the person recognises it by, such as an e-mail address.
        public let label: String?
        public let linkedAt: Timestamp
    }

    /// Why an identity can't be linked.
    public enum LinkError: Error, Sendable, Equatable {
        /// It is linked to another user.
        case belongsToAnother
    }

    /// The user that `identity` is linked to.
    public func user(of identity: Identity) async throws -> UserID? {
        try await database.row(
            "SELECT user_id FROM identity WHERE issuer = $1 AND subject = $2", identity.issuer, identity.subject
        ) { UserID($0.text(0)) } ?? nil
    }

    /// Links `identity` to `user`; idempotent.
    public func link(
        _ identity: Identity, to user: UserID, method: SignInMethodID, label: String? = nil
    ) async throws {
        try await database.transaction { transaction in
            try await transaction.run(
                """
                INSERT INTO identity (issuer, subject, user_id, method, label, linked_at) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (issuer, subject) DO NOTHING
                """, identity.issuer, identity.subject, user.description, method.description, label,
                clock.now().milliseconds)
            let owner = try await transaction.row(
                "SELECT user_id FROM identity WHERE issuer = $1 AND subject = $2", identity.issuer, identity.subject
            ) { row in row.text(0) }
            guard owner == user.description else { throw LinkError.belongsToAnother }
            try await transaction.run(
                "DELETE FROM kept_profile WHERE issuer = $1 AND subject = $2", identity.issuer, identity.subject)
        }
    }

    /// Unlinks `identity` from `user`. Does not end sessions that began with it.
    /// - Returns: whether it was linked.
    public func unlink(_ identity: Identity, from user: UserID) async throws -> Bool {
        try await database.transaction { transaction in
            return try await transaction.run(
                "DELETE FROM identity WHERE issuer = $1 AND subject = $2 AND user_id = $3", identity.issuer,
                identity.subject, user.description) > 0
        }
    }

    /// The identities of `user`, the oldest first.
    public func links(of user: UserID) async throws -> [Link] {
        try await database.rows(
            """
            SELECT issuer, subject, method, label, linked_at FROM identity WHERE user_id = $1
            ORDER BY linked_at, issuer, subject
            """, user.description
        ) { row -> Link? in
            guard let identity = Identity(issuer: row.text(0), subject: row.text(1)),
                let method = SignInMethodID(row.text(2))
            else { return nil }
            return Link(
                identity: identity, user: user, method: method, label: row.optionalText(3), linkedAt: row.timestamp(4))
        }.compactMap { $0 }
    }
}
