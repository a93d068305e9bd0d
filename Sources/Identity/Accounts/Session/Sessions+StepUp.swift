public import Chat
import SQLite

/// A session that continues with a new token after a further proof.
public struct SteppedUpSession: Sendable, Equatable {
    public let token: SessionToken
    public let user: UserID
    public let method: SignInMethodID
    public let isPersistent: Bool
    /// The data stored when the session began.
    public let memo: String?
}

extension Sessions {
    /// Completes a second factor or a step-up authentication: gives the session a new token and invalidates the old one
    /// (OWASP ASVS 5.0 V7.2.4). Clears the pending step; keeps credentials and the end.
    ///
    /// - Parameter proof: by the session's own sign-in method, if any. Its credential replaces the old one, whose
    ///   revocation is queued.
    /// - Returns: `nil` if there is no such session, or if the proof is by another sign-in method.
    /// - Throws: `UserDisabled`; `SQLiteError`; `VaultError`.
    public func stepUp(_ token: SessionToken, _ proof: Proof? = nil) async throws -> SteppedUpSession? {
        let (new, now) = (SessionToken.random(), clock.now())
        let steppedUp: SteppedUpSession? = try await database.write { [limits, vault] connection in
            guard let row = try connection.session(token, now: now), let user = row.user, let method = row.method,
                proof == nil || proof?.method == method
            else { return nil }
            guard try !connection.isDisabled(user) else { throw UserDisabled(user: user) }
            var secrets = try SessionSecrets(of: row, in: vault)
            let memo = secrets.memo
            secrets.memo = nil
            if let credential = proof?.credential {
                if let old = secrets.credential {
                    try connection.queueRevocation(of: old, by: method, vault: vault, now: now)
                }
                secrets.credential = credential
            }
            let end = limits.end(isPersistent: row.isPersistent, begun: row.signedInAt, used: now, by: row.endsBy)
            try connection.run(
                """
                UPDATE session SET token_hash = ?, proven_at = ?, last_used_at = ?, ends_at = ?, pending = NULL,
                    sealed = ?, provider_session = coalesce(?, provider_session)
                WHERE token_hash = ?
                """, new.hash, now.milliseconds, now.milliseconds, end.milliseconds,
                secrets.sealed(in: vault, for: new.hash), proof?.providerSession, token.hash)
            return SteppedUpSession(token: new, user: user, method: method, isPersistent: row.isPersistent, memo: memo)
        }
        forget()
        return steppedUp
    }
}
