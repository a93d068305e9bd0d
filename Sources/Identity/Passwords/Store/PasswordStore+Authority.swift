public import Chat
import Records

extension PasswordStore: PasswordAuthority {
    /// The user and the account are created together.
    public var joinsNewAccounts: Bool { true }

    /// Reports a malformed name as such: the format of names is not a secret.
    public func signIn(_ username: Username, _ password: Password, from address: String?)
        async throws(PasswordError) -> BackendSession
    {
        guard let alias = username.alias else { throw PasswordError(.malformedName, during: .signIn) }
        let found = try await read(during: .signIn) { transaction in try await transaction.account(alias.description) }
        let hash = found?.hash ?? Self.nobodysHash
        let isRight = try await hashed(during: .signIn) { try Argon2id.verify(password, hash) }
        guard isRight, let account = found else { throw PasswordError(.wrongCredentials, during: .signIn) }
        try await renewHash(of: account, password)
        return try await begin(try await joined(account, during: .signIn), during: .signIn)
    }

    public func signUp(_ account: NewAccount, from address: String?) async throws(PasswordError) -> BackendSession {
        guard let alias = account.username.alias else { throw PasswordError(.malformedName, during: .signUp) }
        let guesses = [account.username.description, account.email.description, account.name.description]
        try Self.checkStrength(of: account.password, guesses: guesses, during: .signUp)
        // Checked before hashing, to avoid needless work, and again in the transaction.
        try await read(during: .signUp) { transaction in try await transaction.checkFree(alias, account.email) }
        let hash = try await hash(account.password, during: .signUp)
        let now = clock.now()
        let new = try await write(during: .signUp) { transaction in
            try await transaction.checkFree(alias, account.email)
            try await transaction.run(
                "INSERT INTO password_account (username, name, email, hash, created_at) VALUES ($1, $2, $3, $4, $5)",
                alias.description, account.name.description, account.email.description.lowercased(), hash,
                now.milliseconds)
            return try await transaction.account(alias.description)
        }
        guard let new else { preconditionFailure("it was just written") }
        let joined = try await joined(new, during: .signUp)
        guard joined.user != nil else {
            // The alias belongs to another user of the chat.
            try await write(during: .signUp) { transaction in
                try await transaction.run(
                    "DELETE FROM password_account WHERE username = $1 AND user_id IS NULL", alias.description)
            }
            throw PasswordError(.nameTaken, during: .signUp)
        }
        return try await begin(joined, during: .signUp)
    }

    public func check(_ credential: BackendCredential) async throws(PasswordError) -> BackendSession? {
        guard let (account, expiresAt) = try await find(credential) else { return nil }
        return try await session(of: account, credential, expiresAt: expiresAt, during: .check)
    }

    public func signOut(_ credential: BackendCredential) async throws(PasswordError) {
        try await write(during: .signOut) { transaction in
            try await transaction.run("DELETE FROM password_session WHERE key = $1", Self.key(credential))
        }
    }

    /// Verified if there is no account, so that it takes the same time: the hash of a discarded random password.
    private static let nobodysHash =
        "$argon2id$v=19$m=19456,t=2,p=1$U2ewkCe0G5PqZ/9uJ2j1CA$WWQcDyXcPsWI0zX9gRVQMUHOw4VzNzH1DRG2XT/fWO8"

    /// Hashes the password again if its hash has outdated parameters.
    private func renewHash(of account: Account, _ password: Password) async throws(PasswordError) {
        let (parameters, former) = (parameters, account.hash)
        let renewed = try await hashed(during: .signIn) {
            try parameters.isOutdated(former) ? parameters.hash(password) : nil
        }
        guard let renewed else { return }
        try await write(during: .signIn) { transaction in
            try await transaction.run(
                "UPDATE password_account SET hash = $1 WHERE username = $2 AND hash = $3", renewed,
                account.username.description,
                former)
        }
    }

    /// The account with its user in the chat, who is created if missing; without a user if the alias belongs to someone
    /// else.
    private func joined(_ account: Account, during operation: PasswordError.Operation)
        async throws(PasswordError) -> Account
    {
        guard account.user == nil, let alias = account.username.alias else { return account }
        let name = account.name ?? DisplayName(alias.description)
        guard let name else { preconditionFailure("an alias is a name") }
        var joined = account
        do throws(ChatError) {
            let user = try await users.register(NewUser(alias: alias, name: name, avatarURL: nil))
            joined.user = user.id
        } catch {
            guard error.reason == .aliasTaken else { throw PasswordError(.backend(error), during: operation) }
            return account
        }
        let id = joined.user?.description
        try await write(during: operation) { transaction in
            try await transaction.run(
                "UPDATE password_account SET user_id = $1 WHERE username = $2", id, alias.description)
        }
        return joined
    }
}

extension RecordReader {
    /// - Throws: `AccountRuleViolation` if the name or the address is taken.
    fileprivate func checkFree(_ alias: Alias, _ email: EmailAddress) async throws {
        guard try await account(alias.description) == nil else { throw AccountRuleViolation(reason: .nameTaken) }
        let isTaken = try await exists(
            "SELECT 1 FROM password_account WHERE email = $1", email.description.lowercased())
        guard !isTaken else { throw AccountRuleViolation(reason: .emailTaken) }
    }
}
