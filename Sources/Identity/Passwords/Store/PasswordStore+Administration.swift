public import Chat
import Records

extension PasswordStore: PasswordAdministration {
    public func set(_ password: Password, of user: User) async throws(PasswordError) {
        try Self.checkStrength(of: password, guesses: [user.alias, user.name], during: .change)
        try await set(password, for: [user])
    }

    public func check(_ password: Password, for alias: Alias, name: DisplayName) throws(PasswordError) {
        try Self.checkStrength(of: password, guesses: [alias.description, name.description], during: .signUp)
    }

    public func havePasswords(_ users: [User]) async throws(PasswordError) -> Set<UserID> {
        try await read(during: .check) { database in
            let owners = try await database.read(users.map { .owner($0.alias) })
            return Set(zip(users, owners).filter { $1.isOwn(by: $0) }.map(\.0.id))
        }
    }

    public func email(of user: User) async throws(PasswordError) -> String? {
        try await read(during: .check) { transaction in
            guard try await transaction.isOwn(user) else { return nil }
            return try await transaction.account(user.alias)?.email?.description
        }
    }

    public func rename(_ user: User, to alias: Alias) async throws(PasswordError) {
        try await write(during: .change) { transaction in
            guard try await transaction.isOwn(user), user.alias != alias.description else { return }
            guard try await transaction.account(alias.description) == nil else {
                throw AccountRuleViolation(reason: .nameTaken)
            }
            // Sessions refer to the name, so they end.
            try await transaction.run("DELETE FROM password_session WHERE username = $1", user.alias)
            try await transaction.run(
                "UPDATE password_account SET username = $1 WHERE username = $2", alias.description, user.alias)
        }
    }

    public func delete(_ user: User) async throws(PasswordError) {
        try await write(during: .change) { transaction in
            guard try await transaction.isOwn(user) else { return }
            // Its sessions go with it.
            try await transaction.run("DELETE FROM password_account WHERE username = $1", user.alias)
        }
    }
}

extension RecordReader {
    /// Whether the account with the alias of a person belongs to them. One that was left behind by an interrupted sign-up
    /// belongs to nobody.
    fileprivate func isOwn(_ user: User) async throws -> Bool {
        try await read([.owner(user.alias)])[0].isOwn(by: user)
    }
}

extension RecordQuery {
    /// Whose account has this alias.
    fileprivate static func owner(_ alias: String) -> RecordQuery {
        RecordQuery("SELECT user_id FROM password_account WHERE username = $1", alias)
    }
}

extension [Record] {
    fileprivate func isOwn(by user: User) -> Bool { first?.optionalText(0) == user.id.description }
}
