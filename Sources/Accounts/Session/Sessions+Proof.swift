import Chat
import OpenID
import SQLite

extension Sessions {
    /// Goes on with a session whose person has proven once more who they are: under a new token, and the old one is dead
    /// (OWASP ASVS 5.0 V7.2.4). It ends when it would have ended.
    ///
    /// - Parameter proof: by the session's own way in. What it brought for the service behind takes the place of what
    ///   there was, which is given back.
    /// - Returns: the new token; `nil` where the session is over.
    /// - Throws: `UserDisabled`; `SQLiteError`; `VaultError`.
    public func rise(_ token: SessionToken, _ proof: Proof) throws -> SessionToken? {
        let new = SessionToken.random()
        let now = clock.now()
        let isThere = try database.write { connection in
            let found = try connection.row(
                "SELECT \(Session.columns) FROM session WHERE token_hash = ? AND ends_at > ?", token.hash,
                now.milliseconds
            ) { row in SessionRow(row) }
            guard let row = found, let session = Session(row), session.method == proof.method else { return false }
            guard try !connection.isDisabled(session.user) else { throw UserDisabled(user: session.user) }
            let old = try SessionSecrets(row.sealed, in: vault, for: token.hash).credential
            if let old, proof.credential != nil {
                try connection.giveBack(old, of: session.method, vault: vault, now: now)
            }
            let secrets = SessionSecrets(credential: proof.credential ?? old, profile: nil)
            let end = limits.end(
                isPersistent: session.isPersistent, isSetUp: false, begun: session.signedInAt, used: now)
            try connection.run(
                """
                UPDATE session SET token_hash = ?, proven_at = ?, last_used_at = ?, ends_at = ?, sealed = ?,
                    provider_session = coalesce(?, provider_session)
                WHERE token_hash = ?
                """, new.hash, now.milliseconds, now.milliseconds, end.milliseconds,
                secrets.sealed(in: vault, for: new.hash), proof.providerSession, token.hash)
            return true
        }
        forget()
        return isThere ? new : nil
    }
}
