import Chat
import Cryptography
import Records

extension PasswordStore {
    private static let randomBytes = 32

    /// The hash that the database stores, so that reading the database gives no access to sessions.
    static func key(_ credential: BackendCredential) -> [UInt8] { SHA256.hash(Array(credential.revealed.utf8)) }

    /// Starts a session.
    func begin(_ account: Account, during operation: PasswordError.Operation)
        async throws(PasswordError) -> BackendSession
    {
        let credential = BackendCredential(Base64URL.encode(SecureRandom.bytes(Self.randomBytes)))
        let now = clock.now()
        let expiry = now.adding(PasswordLimits.sessionLifetime)
        let username = account.username.description
        try await write(during: operation) { transaction in
            try await transaction.run("DELETE FROM password_session WHERE expires_at <= $1", now.milliseconds)
            try await transaction.run(
                """
                DELETE FROM password_session WHERE key IN
                    (SELECT key FROM password_session WHERE username = $1 ORDER BY created_at DESC LIMIT 1000000 OFFSET $2)
                """, username, PasswordLimits.maximumSessions - 1)
            try await transaction.run(
                "INSERT INTO password_session (key, username, created_at, expires_at) VALUES ($1, $2, $3, $4)",
                Self.key(credential), username, now.milliseconds, expiry.milliseconds)
        }
        return try await session(of: account, credential, expiresAt: expiry, during: operation)
    }

    /// The account of a credential. Extends the session if its last extension is old enough.
    func find(
        _ credential: BackendCredential
    ) async throws(PasswordError) -> (account: Account, expiresAt: Timestamp)? {
        let (key, now) = (Self.key(credential), clock.now())
        let found = try await read(during: .check) { transaction in
            try await transaction.row(
                """
                SELECT \(Account.columns), expires_at FROM password_session JOIN password_account USING (username)
                WHERE key = $1 AND expires_at > $2
                """, key, now.milliseconds
            ) { row in (account: try Account(row), expiresAt: Timestamp(milliseconds: row.integer(5))) }
        }
        guard var found else { return nil }
        let expiry = now.adding(PasswordLimits.sessionLifetime)
        if expiry >= found.expiresAt.adding(PasswordLimits.renewalInterval) {
            try await write(during: .check) { transaction in
                try await transaction.run(
                    "UPDATE password_session SET expires_at = $1 WHERE key = $2", expiry.milliseconds, key)
            }
            found.expiresAt = expiry
        }
        return found
    }

    /// A session with its user in the chat.
    func session(
        of account: Account, _ credential: BackendCredential, expiresAt: Timestamp,
        during operation: PasswordError.Operation
    ) async throws(PasswordError) -> BackendSession {
        BackendSession(
            username: account.username, name: account.name, email: account.email,
            user: try await user(of: account, during: operation), credential: credential, expiresAt: expiresAt)
    }

    private func user(of account: Account, during operation: PasswordError.Operation)
        async throws(PasswordError) -> User?
    {
        guard let id = account.user else { return nil }
        do throws(ChatError) { return try await users.existing(id) } catch {
            throw PasswordError(.backend(error), during: operation)
        }
    }
}
