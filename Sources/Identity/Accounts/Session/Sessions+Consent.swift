import Bytes
public import Chat
public import OpenID
import SQLite

extension Sessions {
    /// How long an unused consent is kept: if nobody sets up a profile or links the account.
    private static let unusedConsent = Duration.seconds(24 * 3_600)

    /// Stores the sealed credential with which the consent of `identity` can be withdrawn. Replaces an earlier one, as
    /// all tokens of a person at a service belong to the same consent.
    public func keepConsent(_ credential: Credential, of identity: Identity, _ method: SignInMethodID) async throws {
        let now = clock.now()
        let sealed = vault.seal(credential.json.bytes, as: Self.consentLabel(identity))
        try await database.write { connection in
            try connection.run(
                """
                INSERT OR REPLACE INTO consent (issuer, subject, method, sealed, kept_at) VALUES (?, ?, ?, ?, ?)
                """, identity.issuer, identity.subject, method.description, sealed, now.milliseconds)
            try connection.run(
                """
                DELETE FROM consent WHERE kept_at <= ? AND NOT EXISTS (
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
        let ended: [EndedSession]? = try await database.write { connection in
            try connection.run(
                "DELETE FROM identity WHERE issuer = ? AND subject = ? AND user_id = ?", identity.issuer,
                identity.subject, user.description)
            guard connection.changes > 0 else { return nil }
            try self.withdrawConsent(of: identity, by: user, now, &connection)
            try self.dropCredential(id, of: identity, now, &connection)
            return try self.end(.identity(identity, except: id), revokesCredentials: true, now, &connection)
        }
        forget()
        return ended
    }

    func withdrawConsent(
        of identity: Identity, by user: UserID, _ now: Timestamp, _ connection: inout Connection
    ) throws {
        let kept = try connection.row(
            "DELETE FROM consent WHERE issuer = ? AND subject = ? RETURNING method, sealed", identity.issuer,
            identity.subject
        ) { row in (SignInMethodID(row.text(0)), row.blob(1)) }
        // Sealed with a lost key: the consent can't be withdrawn.
        guard let (name, sealed) = kept, let method = name,
            let opened = try? vault.open(sealed, as: Self.consentLabel(identity)),
            let credential = Credential(bytes: opened)
        else { return }
        try connection.queueRevocation(of: credential, by: method, withdrawnBy: user, vault: vault, now: now)
    }

    private func dropCredential(
        _ id: String, of identity: Identity, _ now: Timestamp, _ connection: inout Connection
    ) throws {
        let found = try connection.sessions(
            where: "substr(token_hash, 1, 16) = ? AND issuer = ? AND subject = ? AND sealed IS NOT NULL",
            SessionToken.hashPrefix(ofID: id), identity.issuer, identity.subject)
        guard let row = found.first, let method = row.method else { return }
        // Sealed with a lost key: the credential can't be revoked.
        if let credential = (try? SessionSecrets(of: row, in: vault))?.credential {
            try connection.queueRevocation(of: credential, by: method, vault: vault, now: now)
        }
        try connection.run("UPDATE session SET sealed = NULL WHERE token_hash = ?", row.tokenHash)
    }

    private static func consentLabel(_ identity: Identity) -> Vault.Label {
        Vault.Label("consent", owner: Array("\(identity.issuer)\0\(identity.subject)".utf8))
    }
}
