public import Chat
import Records

extension PasswordStore {
    public func change(_ current: Password, to new: Password, _ credential: BackendCredential, from address: String?)
        async throws(PasswordError) -> BackendSession
    {
        guard let (account, _) = try await find(credential) else { throw PasswordError(.forbidden, during: .change) }
        let former = account.hash
        let isRight = try await hashed(during: .change) { try Argon2id.verify(current, former) }
        guard isRight else { throw PasswordError(.wrongCredentials, during: .change) }
        let guesses = [account.username.description, account.email?.description, account.name?.description]
        try Self.checkStrength(of: new, guesses: guesses.compactMap { $0 }, during: .change)
        let hash = try await hash(new, during: .change)
        let username = account.username.description
        let isChanged = try await write(during: .change) { transaction in
            // A concurrent change has replaced the hash, so `current` is no longer the password.
            let changed = try await transaction.run(
                "UPDATE password_account SET hash = $1 WHERE username = $2 AND hash = $3", hash, username, former)
            guard changed > 0 else { return false }
            try await transaction.run("DELETE FROM password_session WHERE username = $1", username)
            return true
        }
        guard isChanged else { throw PasswordError(.wrongCredentials, during: .change) }
        return try await begin(account, during: .change)
    }

    /// - Parameter guesses: texts that an attacker would try first, such as the username.
    static func checkStrength(
        of password: Password, guesses: [String], during operation: PasswordError.Operation
    ) throws(PasswordError) {
        let text = password.revealed
        guard text.unicodeScalars.count >= PasswordLimits.minimumCharacters else {
            throw PasswordError(.passwordTooShort, during: operation)
        }
        guard !guesses.contains(where: { $0.lowercased() == text.lowercased() }), Set(text).count > 1,
            !CommonPasswords.contains(password)
        else {
            throw PasswordError(.weakPassword, during: operation)
        }
    }
}
