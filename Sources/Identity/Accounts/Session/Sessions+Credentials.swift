public import Chat
import OpenID
import SQLite

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
    public func holders(for user: UserID) throws -> [Holder] {
        let now = clock.now()
        return try database.read { connection in
            try connection.sessions(
                where: """
                    user_id = ? AND ends_at > ? AND sealed IS NOT NULL ORDER BY last_used_at DESC, signed_in_at DESC
                    """, user.description, now.milliseconds)
        }.compactMap { try holder($0) }
    }

    /// The credential of the session with this id; `nil` if it has none or has ended.
    public func holder(id: String) throws -> Holder? {
        let now = clock.now()
        return try database.read { try $0.session(id: id, now: now) }.flatMap { try holder($0) }
    }

    /// The sessions used since a time, and those with these ids.
    func inUse(ids: [String], since moment: Timestamp) throws -> [Session] {
        let now = clock.now()
        let rows = try database.read { connection in
            let used = try connection.sessions(
                where: "ends_at > ? AND last_used_at >= ?", now.milliseconds, moment.milliseconds)
            let named = try ids.compactMap { try connection.session(id: $0, now: now) }
            return used + named.filter { $0.lastUsedAt < moment }
        }
        return rows.compactMap { Session($0) }
    }

    /// Replaces the credential of a session.
    /// - Returns: `false` if the session has ended or has no credential any more.
    @discardableResult
    public func replace(_ credential: Credential, of holder: Holder) async throws -> Bool {
        return try await database.write { [vault] connection in
            let rows = try connection.sessions(where: "token_hash = ? AND sealed IS NOT NULL", holder.tokenHash)
            guard let row = rows.first else { return false }
            var secrets = try SessionSecrets(of: row, in: vault)
            guard secrets.credential != nil else { return false }
            secrets.credential = credential
            try connection.run(
                "UPDATE session SET sealed = ? WHERE token_hash = ?", secrets.sealed(in: vault, for: row.tokenHash),
                row.tokenHash)
            return true
        }
    }

    /// Queues the revocation of a credential that no session holds.
    public func queueRevocation(of credential: Credential, by method: SignInMethodID) async throws {
        let now = clock.now()
        try await database.write { connection in
            try connection.queueRevocation(of: credential, by: method, vault: self.vault, now: now)
        }
    }

    /// The proof with which the profile set-up began.
    public func proof(ofSetUp token: SessionToken) throws -> Proof? {
        let found = try database.read { try $0.sessions(where: "token_hash = ? AND user_id IS NULL", token.hash).first }
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
