public import Chat
import SQLite

extension PasswordStore: PasswordAdministration {
    public func set(_ password: Password, of user: User) async throws(PasswordError) {
        try Self.checkStrength(of: password, guesses: [user.alias, user.name], during: .change)
        try await set(password, for: [user])
    }

    public func check(_ password: Password, for alias: Alias, name: DisplayName) throws(PasswordError) {
        try Self.checkStrength(of: password, guesses: [alias.description, name.description], during: .signUp)
    }

    public func havePasswords(_ users: [User]) throws(PasswordError) -> Set<UserID> {
        try read(during: .check) { connection in
            var found: Set<UserID> = []
            for user in users where try connection.isOwn(user) { found.insert(user.id) }
            return found
        }
    }

    public func email(of user: User) throws(PasswordError) -> String? {
        try read(during: .check) { connection in
            guard try connection.isOwn(user) else { return nil }
            return try connection.account(user.alias)?.email?.description
        }
    }

    public func rename(_ user: User, to alias: Alias) async throws(PasswordError) {
        try await write(during: .change) { connection in
            guard try connection.isOwn(user), user.alias != alias.description else { return }
            guard try connection.account(alias.description) == nil else {
                throw AccountRuleViolation(reason: .nameTaken)
            }
            // Sessions refer to the name, so they end.
            try connection.run("DELETE FROM session WHERE username = ?", user.alias)
            try connection.run(
                "UPDATE account SET username = ? WHERE username = ?", alias.description, user.alias)
        }
    }

    public func delete(_ user: User) async throws(PasswordError) {
        try await write(during: .change) { connection in
            guard try connection.isOwn(user) else { return }
            // Its sessions go with it.
            try connection.run("DELETE FROM account WHERE username = ?", user.alias)
        }
    }
}

extension Connection {
    /// Whether the account with the alias of a person belongs to them. One that was left behind by an interrupted sign-up
    /// belongs to nobody.
    fileprivate mutating func isOwn(_ user: User) throws -> Bool {
        try row("SELECT user FROM account WHERE username = ?", user.alias) { $0.optionalText(0) } == user.id.description
    }
}
