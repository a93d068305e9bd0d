import Bytes
public import Chat
public import OpenID
import Records

extension Sessions {
    /// How long an unused consent is kept: if nobody sets up a profile or links the account.
    private static let unusedConsent = Duration.seconds(24 * 3_600)

    /// Stores the sealed credential with which the consent of `identity` can be withdrawn. Replaces an earlier one, as
    /// all tokens of a person at a service belong to the same consent.
    public func keepConsent(_ credential: Credential, of identity: Identity, _ method: SignInMethodID) async throws {
        let now = clock.now()
        let sealed = vault.seal(credential.json.bytes, as: Self.consentLabel(identity))
        try await database.transaction { transaction in
            try await transaction.run(
                """
                INSERT INTO consent (issuer, subject, method, sealed, kept_at) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (issuer, subject) DO UPDATE
                    SET method = excluded.method, sealed = excluded.sealed, kept_at = excluded.kept_at
                """, identity.issuer, identity.subject, method.description, sealed, now.milliseconds)
            try await transaction.run(
                """
                DELETE FROM consent WHERE kept_at <= $1 AND NOT EXISTS (
                    SELECT 1 FROM identity WHERE identity.issuer = consent.issuer AND identity.subject = consent.subject
                )
                """, now.adding(.zero - Self.unusedConsent).milliseconds)
        }
    }

    /// Unlinks `identity` from `user` in one transaction: ends the sessions that began with it, removes its credential
    /// from the session of the request, and queues the withdrawal of the consent.
    ///
    /// - Parameter id: of the session of the request, which continues.
    /// - Returns: the ended sessions; `nil` if the identity is not linked to that person.
    public func unlink(_ identity: Identity, from user: UserID, in id: String) async throws -> [EndedSession]? {
        let now = clock.now()
        let ended: [EndedSession]? = try await database.transaction { transaction in
            let changed = try await transaction.run(
                "DELETE FROM identity WHERE issuer = $1 AND subject = $2 AND user_id = $3", identity.issuer,
                identity.subject, user.description)
            guard changed > 0 else { return nil }
            try await self.withdrawConsent(of: identity, by: user, now, transaction)
            try await self.dropCredential(id, of: identity, now, transaction)
            return try await self.end(.identity(identity, except: id), revokesCredentials: true, now, transaction)
        }
        forget(ended: (ended ?? []).map(\.id))
        return ended
    }

    func withdrawConsent(
        of identity: Identity, by user: UserID, _ now: Timestamp, _ transaction: any RecordTransaction
    ) async throws {
        let kept = try await transaction.row(
            "DELETE FROM consent WHERE issuer = $1 AND subject = $2 RETURNING method, sealed", identity.issuer,
            identity.subject
        ) { row in (SignInMethodID(row.text(0)), row.blob(1)) }
        // Sealed with a lost key: the consent can't be withdrawn.
        guard let (name, sealed) = kept, let method = name,
            let opened = try? vault.open(sealed, as: Self.consentLabel(identity)),
            let credential = Credential(bytes: opened)
        else { return }
        try await transaction.queueRevocation(of: credential, by: method, withdrawnBy: user, vault: vault, now: now)
    }

    private func dropCredential(
        _ id: String, of identity: Identity, _ now: Timestamp, _ transaction: any RecordTransaction
    ) async throws {
        let found = try await transaction.sessions(
            where: "substr(token_hash, 1, 16) = $1 AND issuer = $2 AND subject = $3 AND sealed IS NOT NULL",
            SessionToken.hashPrefix(ofID: id), identity.issuer, identity.subject)
        guard let row = found.first, let method = row.method else { return }
        // Sealed with a lost key: the credential can't be revoked.
        if let credential = (try? SessionSecrets(of: row, in: vault))?.credential {
            try await transaction.queueRevocation(of: credential, by: method, vault: vault, now: now)
        }
        try await transaction.run("UPDATE session SET sealed = NULL WHERE token_hash = $1", row.tokenHash)
    }

    private static func consentLabel(_ identity: Identity) -> Vault.Label {
        Vault.Label("consent", owner: Array("\(identity.issuer)\0\(identity.subject)".utf8))
    }
}
