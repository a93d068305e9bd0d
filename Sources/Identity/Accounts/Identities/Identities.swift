public import Chat
public import OpenID
import SQLite

/// Who elsewhere is whom here: an identity belongs to one person, and a person may have several.
///
/// An e-mail address never decides: a provider may give it to somebody else.
public struct Identities: Sendable {
    private let database: Database
    private let clock: Clock

    public init(_ accounts: AccountsDatabase, clock: Clock = .system) {
        database = accounts.database
        self.clock = clock
    }

    /// An identity that belongs to somebody here.
    public struct Link: Sendable, Equatable {
        public let identity: Identity
        public let user: UserID
        public let method: SignInMethodID
        /// How the person knows it again, such as an e-mail address.
        public let label: String?
        public let linkedAt: Timestamp
    }

    /// Why an identity can't be linked.
    public enum LinkError: Error, Sendable, Equatable {
        /// It belongs to somebody else here.
        case belongsToAnother
    }

    /// Whom `identity` belongs to.
    public func user(of identity: Identity) throws -> UserID? {
        try database.read { connection in
            try connection.row(
                "SELECT user_id FROM identity WHERE issuer = ? AND subject = ?", identity.issuer, identity.subject
            ) { row in UserID(row.text(0)) }
        } ?? nil
    }

    /// Gives `identity` to `user`. Doing it again changes nothing.
    public func link(
        _ identity: Identity, to user: UserID, method: SignInMethodID, label: String? = nil
    ) throws {
        try database.writeNow { connection in
            try connection.run(
                """
                INSERT INTO identity (issuer, subject, user_id, method, label, linked_at) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (issuer, subject) DO NOTHING
                """, identity.issuer, identity.subject, user.description, method.description, label,
                clock.now().milliseconds)
            let owner = try connection.row(
                "SELECT user_id FROM identity WHERE issuer = ? AND subject = ?", identity.issuer, identity.subject
            ) { row in row.text(0) }
            guard owner == user.description else { throw LinkError.belongsToAnother }
        }
    }

    /// Takes `identity` from `user`; sessions that began with it are not ended by this.
    /// - Returns: whether there was such a link.
    public func unlink(_ identity: Identity, from user: UserID) throws -> Bool {
        try database.writeNow { connection in
            try connection.run(
                "DELETE FROM identity WHERE issuer = ? AND subject = ? AND user_id = ?", identity.issuer,
                identity.subject, user.description)
            return connection.changes > 0
        }
    }

    /// What belongs to `user`, the oldest first.
    public func links(of user: UserID) throws -> [Link] {
        try database.read { connection in
            try connection.rows(
                """
                SELECT issuer, subject, method, label, linked_at FROM identity WHERE user_id = ?
                ORDER BY linked_at, issuer, subject
                """, user.description
            ) { row -> Link? in
                guard let identity = Identity(issuer: row.text(0), subject: row.text(1)),
                    let method = SignInMethodID(row.text(2))
                else { return nil }
                return Link(
                    identity: identity, user: user, method: method, label: row.optionalText(3),
                    linkedAt: Timestamp(milliseconds: row.integer(4)))
            }
        }.compactMap { $0 }
    }
}
