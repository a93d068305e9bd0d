import Chat
import Cryptography
import SQLite

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
        try await write(during: operation) { connection in
            try connection.run("DELETE FROM session WHERE expires_at <= ?", now.milliseconds)
            try connection.run(
                """
                DELETE FROM session WHERE key IN
                    (SELECT key FROM session WHERE username = ? ORDER BY created_at DESC LIMIT -1 OFFSET ?)
                """, username, PasswordLimits.maximumSessions - 1)
            try connection.run(
                "INSERT INTO session (key, username, created_at, expires_at) VALUES (?, ?, ?, ?)",
                Self.key(credential), username, now.milliseconds, expiry.milliseconds)
        }
        return try await session(of: account, credential, expiresAt: expiry, during: operation)
    }

    /// The account of a credential. Extends the session if its last extension is old enough.
    func find(
        _ credential: BackendCredential
    ) async throws(PasswordError) -> (account: Account, expiresAt: Timestamp)? {
        let (key, now) = (Self.key(credential), clock.now())
        let found = try read(during: .check) { connection in
            try connection.row(
                """
                SELECT \(Account.columns), session.expires_at FROM session
                JOIN account ON account.username = session.username
                WHERE session.key = ? AND session.expires_at > ?
                """, key, now.milliseconds
            ) { row in (account: try Account(row), expiresAt: Timestamp(milliseconds: row.integer(5))) }
        }
        guard var found else { return nil }
        let expiry = now.adding(PasswordLimits.sessionLifetime)
        if expiry >= found.expiresAt.adding(PasswordLimits.renewalInterval) {
            try await write(during: .check) { connection in
                try connection.run("UPDATE session SET expires_at = ? WHERE key = ?", expiry.milliseconds, key)
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
