public import Chat
import SQLite

/// A session that goes on under a new token, because more was proven.
public struct RisenSession: Sendable, Equatable {
    public let token: SessionToken
    public let user: UserID
    public let method: SignInMethodID
    public let isPersistent: Bool
    /// What was to be found again.
    public let memo: String?
}

extension Sessions {
    /// Gives a session a new token after another proof: the old one is dead (OWASP ASVS 5.0 V7.2.4). What a session owed
    /// is settled by this; what it keeps for the services behind it, it keeps.
    ///
    /// - Parameter credential: what the proof gave for the services behind, in place of what the session kept.
    /// - Returns: `nil` where there is no such session.
    /// - Throws: `UserDisabled`; `SQLiteError`; `VaultError`.
    public func rise(_ token: SessionToken, keeping credential: Credential? = nil) throws -> RisenSession? {
        let (new, now) = (SessionToken.random(), clock.now())
        let risen: RisenSession? = try database.write { connection in
            let found = try connection.row(
                "SELECT \(Session.columns) FROM session WHERE token_hash = ? AND ends_at > ?", token.hash,
                now.milliseconds
            ) { row in SessionRow(row) }
            guard let row = found, let user = row.user, let method = row.method else { return nil }
            guard try !connection.isDisabled(user) else { throw UserDisabled(user: user) }
            var secrets = try SessionSecrets(row.sealed, in: vault, for: row.tokenHash)
            let memo = secrets.memo
            secrets.memo = nil
            if let credential {
                if let old = secrets.credential {
                    try connection.giveBack(old, of: method, vault: vault, now: now)
                }
                secrets.credential = credential
            }
            let end = limits.end(isPersistent: row.isPersistent, isSetUp: false, begun: row.signedInAt, used: now)
            try connection.run(
                """
                UPDATE session SET token_hash = ?, proven_at = ?, last_used_at = ?, ends_at = ?, pending = NULL,
                    sealed = ? WHERE token_hash = ?
                """, new.hash, now.milliseconds, now.milliseconds, end.milliseconds,
                secrets.sealed(in: vault, for: new.hash), token.hash)
            return RisenSession(token: new, user: user, method: method, isPersistent: row.isPersistent, memo: memo)
        }
        forget()
        return risen
    }

    /// Tells somebody's sessions what happened, on the next page of each.
    ///
    /// - Parameter id: of the session in which it happened, which knows.
    public func notify(_ user: UserID, _ notice: FactorNotice, except id: String? = nil) throws {
        try database.write { connection in
            try connection.run(
                "UPDATE session SET notice = ? WHERE user_id = ? AND substr(token_hash, 1, 16) != ?", notice.rawValue,
                user.description, id.map { SessionToken.hashPrefix(ofID: $0) } ?? [])
        }
        forget()
    }

    /// The person has seen what the session had to tell.
    public func dismissNotice(_ token: SessionToken) throws {
        try database.write { connection in
            try connection.run("UPDATE session SET notice = NULL WHERE token_hash = ?", token.hash)
        }
        forget()
    }
}
