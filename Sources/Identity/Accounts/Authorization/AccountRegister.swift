public import Chat
import Records

/// The site's own data about people: the admins, and the disabled accounts.
public struct AccountRegister: Sendable {
    let database: RecordDatabase
    let clock: Clock

    public init(_ accounts: AccountsDatabase, clock: Clock = .system) {
        database = accounts.database
        self.clock = clock
    }

    /// The site's data about one person.
    public struct Account: Sendable, Equatable {
        public let user: UserID
        public let role: SiteRole
        /// `nil` for an enabled account.
        public let disabledAt: Timestamp?
    }

    /// Without an entry, a person is a member and enabled.
    public func account(of user: UserID) async throws -> Account {
        let found = try await database.row("SELECT \(Self.columns) FROM account WHERE user_id = $1", user.description) {
            Self.account($0)
        }
        return (found ?? nil) ?? Account(user: user, role: .member, disabledAt: nil)
    }

    /// All accounts with an entry.
    public func all() async throws -> [Account] {
        try await database.rows("SELECT \(Self.columns) FROM account ORDER BY user_id") { Self.account($0) }
            .compactMap { $0 }
    }

    /// The permissions of a person.
    public func authorization(of user: UserID) async throws -> Authorization {
        Authorization(try await account(of: user).role)
    }

    /// - Returns: the previous role.
    @discardableResult
    public func set(_ role: SiteRole, of user: UserID) async throws -> SiteRole {
        try await database.transaction { transaction in
            let old = try await transaction.row("SELECT role FROM account WHERE user_id = $1", user.description) {
                row in
                SiteRole(rawValue: row.text(0))
            }
            try await transaction.run(
                """
                INSERT INTO account (user_id, role) VALUES ($1, $2)
                ON CONFLICT (user_id) DO UPDATE SET role = excluded.role
                """, user.description, role.rawValue)
            return (old ?? nil) ?? .member
        }
    }

    /// Prevents new sessions of `user`. Does not end existing ones.
    /// - Returns: whether the account was enabled before.
    @discardableResult
    public func disable(_ user: UserID) async throws -> Bool {
        try await database.transaction { transaction in
            return try await transaction.run(
                """
                INSERT INTO account (user_id, disabled_at) VALUES ($1, $2)
                ON CONFLICT (user_id) DO UPDATE SET disabled_at = excluded.disabled_at
                    WHERE account.disabled_at IS NULL
                """, user.description, clock.now().milliseconds) > 0
        }
    }

    /// Disables the account of a person who is to be deleted, unless it is the last enabled admin's. Of two last admins
    /// who leave at once, one stays.
    ///
    /// - Throws: `LastAdmin`; `SQLiteError`.
    public func retire(_ user: UserID) async throws {
        try await database.transaction { transaction in
            guard try await !transaction.isLastAdmin(user) else { throw LastAdmin() }
            try await transaction.run(
                """
                INSERT INTO account (user_id, disabled_at) VALUES ($1, $2)
                ON CONFLICT (user_id) DO UPDATE SET disabled_at = excluded.disabled_at
                    WHERE account.disabled_at IS NULL
                """, user.description, clock.now().milliseconds)
        }
    }

    /// Whether a person is an admin, and no other admin is enabled.
    public func isLastAdmin(_ user: UserID) async throws -> Bool { try await database.isLastAdmin(user) }

    /// Permits new sessions of `user` again.
    /// - Returns: whether the account was disabled before.
    @discardableResult
    public func enable(_ user: UserID) async throws -> Bool {
        try await database.transaction { transaction in
            return try await transaction.run(
                "UPDATE account SET disabled_at = NULL WHERE user_id = $1 AND disabled_at IS NOT NULL", user.description
            ) > 0
        }
    }

    private static let columns = "user_id, role, disabled_at"

    private static func account(_ row: Record) -> Account? {
        guard let user = UserID(row.text(0)), let role = SiteRole(rawValue: row.text(1)) else { return nil }
        return Account(
            user: user, role: role, disabledAt: row.optionalTimestamp(2))
    }
}

/// The last enabled admin was to go.
public struct LastAdmin: Error {
    public init() {}
}

extension RecordReader {
    fileprivate func isLastAdmin(_ user: UserID) async throws -> Bool {
        let admins = try await rows(
            "SELECT user_id FROM account WHERE role = $1 AND (disabled_at IS NULL OR user_id = $2) LIMIT 2",
            SiteRole.admin.rawValue, user.description
        ) { $0.text(0) }
        return admins == [user.description]
    }
}
