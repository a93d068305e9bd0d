public import Chat
import Records

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
        let steppedUp: SteppedUpSession? = try await database.transaction { transaction in
            guard let row = try await transaction.session(token, now: now), let user = row.user,
                let method = row.method,
                proof == nil || proof?.method == method
            else { return nil }
            guard try await !transaction.isDisabled(user) else { throw UserDisabled(user: user) }
            var secrets = try SessionSecrets(of: row, in: self.vault)
            let memo = secrets.memo
            secrets.memo = nil
            if let credential = proof?.credential {
                if let old = secrets.credential {
                    try await transaction.queueRevocation(of: old, by: method, vault: self.vault, now: now)
                }
                secrets.credential = credential
            }
            let end = self.limits.end(isPersistent: row.isPersistent, begun: row.signedInAt, used: now, by: row.endsBy)
            try await transaction.run(
                """
                UPDATE session SET token_hash = $1, proven_at = $2, last_used_at = $3, ends_at = $4, pending = NULL,
                    sealed = $5, provider_session = coalesce($6, provider_session)
                WHERE token_hash = $7
                """, new.hash, now.milliseconds, now.milliseconds, end.milliseconds,
                secrets.sealed(in: self.vault, for: new.hash), proof?.providerSession, token.hash)
            return SteppedUpSession(token: new, user: user, method: method, isPersistent: row.isPersistent, memo: memo)
        }
        forget(ended: [token.sessionID])
        return steppedUp
    }
}
