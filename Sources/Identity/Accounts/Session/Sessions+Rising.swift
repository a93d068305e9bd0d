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
    /// is settled by this; what it keeps for the services behind it, it keeps. It ends when it would have ended.
    ///
    /// - Parameter proof: by the session's own way in, where it is that. What it brought for the service behind takes the
    ///   place of what there was, which is given back.
    /// - Returns: `nil` where there is no such session, or where the proof is by another way in.
    /// - Throws: `UserDisabled`; `SQLiteError`; `VaultError`.
    public func rise(_ token: SessionToken, _ proof: Proof? = nil) throws -> RisenSession? {
        let (new, now) = (SessionToken.random(), clock.now())
        let risen: RisenSession? = try database.writeNow { connection in
            let found = try connection.row(
                "SELECT \(Session.columns) FROM session WHERE token_hash = ? AND ends_at > ?", token.hash,
                now.milliseconds
            ) { row in SessionRow(row) }
            guard let row = found, let user = row.user, let method = row.method else { return nil }
            guard try !connection.isDisabled(user) else { throw UserDisabled(user: user) }
            var secrets = try SessionSecrets(row.sealed, in: vault, for: row.tokenHash)
            let memo = secrets.memo
            secrets.memo = nil
            guard proof == nil || proof?.method == method else { return nil }
            if let credential = proof?.credential {
                if let old = secrets.credential {
                    try connection.giveBack(old, of: method, vault: vault, now: now)
                }
                secrets.credential = credential
            }
            let end = limits.end(
                isPersistent: row.isPersistent, isSetUp: false, begun: row.signedInAt, used: now, by: row.endsBy)
            try connection.run(
                """
                UPDATE session SET token_hash = ?, proven_at = ?, last_used_at = ?, ends_at = ?, pending = NULL,
                    sealed = ?, provider_session = coalesce(?, provider_session)
                WHERE token_hash = ?
                """, new.hash, now.milliseconds, now.milliseconds, end.milliseconds,
                secrets.sealed(in: vault, for: new.hash), proof?.providerSession, token.hash)
            return RisenSession(token: new, user: user, method: method, isPersistent: row.isPersistent, memo: memo)
        }
        forget()
        return risen
    }
}
