public import Chat
import OpenID
import Records

extension Sessions {
    /// A session with a credential.
    public struct Holder: Sendable, Equatable {
        public let session: Session
        public let credential: Credential
        let tokenHash: [UInt8]

        /// The tokens.
        /// - Throws: `unavailable` for another credential.
        func grant(_ operation: ProviderError.Operation) throws(ProviderError) -> TokenGrant {
            guard let grant = credential.grant else {
                throw ProviderError(.unavailable("no tokens"), during: operation, at: session.method.provider)
            }
            return grant
        }

        /// The same session with another credential.
        func with(_ credential: Credential) -> Holder {
            Holder(session: session, credential: credential, tokenHash: tokenHash)
        }
    }

    /// The credentials of `user`'s sessions, the most recently used first.
    public func holders(for user: UserID) async throws -> [Holder] {
        let now = clock.now()
        return try await database.sessions(
            where: "user_id = $1 AND ends_at > $2 AND sealed IS NOT NULL ORDER BY last_used_at DESC, signed_in_at DESC",
            user.description, now.milliseconds
        ).compactMap { try holder($0) }
    }

    /// The credential of the session with this id; `nil` if it has none or has ended.
    public func holder(id: String) async throws -> Holder? {
        let now = clock.now()
        return try await database.session(id: id, now: now).flatMap { try holder($0) }
    }

    /// The sessions used since a time, and those with these ids.
    func inUse(ids: [String], since moment: Timestamp) async throws -> [Session] {
        let now = clock.now()
        let queries =
            [
                SessionRow.query("ends_at > $1 AND last_used_at >= $2", now.milliseconds, moment.milliseconds)
            ] + ids.map { SessionRow.query(id: $0, now: now) }
        let found = try await database.read(queries).map { $0.map { SessionRow($0) } }
        let named = found.dropFirst().joined().filter { $0.lastUsedAt < moment }
        return (found[0] + named).compactMap { Session($0) }
    }

    /// Replaces the credential of a session.
    /// - Returns: `false` if the session has ended or has no credential any more.
    @discardableResult
    public func replace(_ credential: Credential, of holder: Holder) async throws -> Bool {
        return try await database.transaction { transaction in
            let rows = try await transaction.sessions(where: "token_hash = $1 AND sealed IS NOT NULL", holder.tokenHash)
            guard let row = rows.first else { return false }
            var secrets = try SessionSecrets(of: row, in: self.vault)
            guard secrets.credential != nil else { return false }
            secrets.credential = credential
            try await transaction.run(
                "UPDATE session SET sealed = $1 WHERE token_hash = $2",
                secrets.sealed(in: self.vault, for: row.tokenHash),
                row.tokenHash)
            return true
        }
    }

    /// Queues the revocation of a credential that no session holds.
    public func queueRevocation(of credential: Credential, by method: SignInMethodID) async throws {
        let now = clock.now()
        try await database.transaction { transaction in
            try await transaction.queueRevocation(of: credential, by: method, vault: self.vault, now: now)
        }
    }

    /// The proof with which the profile set-up began.
    public func proof(ofSetUp token: SessionToken) async throws -> Proof? {
        let found = try await database.sessions(where: "token_hash = $1 AND user_id IS NULL", token.hash).first
        guard let row = found, let identity = row.identity, let method = row.method else { return nil }
        let secrets = try SessionSecrets(of: row, in: vault)
        var proof = Proof(
            .identity(identity), by: method, profile: secrets.profile ?? .init(), credential: secrets.credential,
            providerSession: row.providerSession)
        proof.provesSecondFactor = secrets.provesSecondFactor
        proof.authenticatedAt = row.provenAt
        return proof
    }

    private func holder(_ row: SessionRow) throws -> Holder? {
        guard let session = Session(row),
            let credential = try SessionSecrets(of: row, in: vault).credential
        else { return nil }
        return Holder(session: session, credential: credential, tokenHash: row.tokenHash)
    }
}
