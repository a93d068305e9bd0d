public import Chat
public import OpenID
import Records

/// Selects sessions.
public enum SessionSelection: Sendable, Equatable {
    case token(SessionToken)
    /// A session of a person, by id.
    case id(String, of: UserID)
    /// All sessions of a person, except the one with this id.
    case all(of: UserID, except: String? = nil)
    /// All sessions that began with this identity, except the one with this id.
    case identity(Identity, except: String? = nil)
    /// All sessions that began with a session of the provider (`sid`).
    case providerSession(issuer: String, id: String)
    case everything
}

extension Sessions {
    /// Ends sessions; idempotent.
    ///
    /// - Parameter revokesCredentials: whether to queue the revocation of their credentials. Not needed if the service
    ///   itself has ended the sessions.
    /// - Returns: the sessions that had not expired.
    @discardableResult
    public func end(_ selection: SessionSelection, revokesCredentials: Bool = true) async throws -> [EndedSession] {
        let now = clock.now()
        let ended = try await database.transaction { transaction in
            try await self.end(selection, revokesCredentials: revokesCredentials, now, transaction)
        }
        forget(ended: ended.map(\.id))
        return ended
    }

    /// Ends sessions within a transaction; the caller clears the cache.
    func end(
        _ selection: SessionSelection, revokesCredentials: Bool, _ now: Timestamp, _ transaction: any RecordTransaction
    ) async throws -> [EndedSession] {
        var ended: [EndedSession] = []
        for row in try await transaction.delete(selection) {
            // Sealed with a lost key: the credential can't be revoked.
            let secrets = try? SessionSecrets(of: row, in: vault)
            let session = EndedSession(
                id: row.id, user: row.user, method: row.method ?? .userID, credential: secrets?.credential)
            if revokesCredentials, let credential = session.credential {
                try await transaction.queueRevocation(of: credential, by: session.method, vault: vault, now: now)
            }
            ended.append(session)
        }
        return ended
    }

    /// The active sessions of `user`, the most recently used first.
    public func sessions(of user: UserID) async throws -> [Session] {
        let now = clock.now()
        return try await database.sessions(
            where: "user_id = $1 AND ends_at > $2 ORDER BY last_used_at DESC, signed_in_at DESC", user.description,
            now.milliseconds
        ).compactMap { Session($0) }
    }

    /// All active sessions, the most recently used first.
    public func all() async throws -> [Session] {
        let now = clock.now()
        return try await database.sessions(where: "ends_at > $1 ORDER BY last_used_at DESC", now.milliseconds)
            .compactMap { Session($0) }
    }

    /// A page of the active sessions, the most recently used first. Reads no more than the pages before it and itself.
    /// - Parameter number: 0 for the first page.
    public func page(_ number: Int, size: Int) async throws -> [Session] {
        let now = clock.now()
        // `+` keeps SQLite from using the index of ends, by which it would sort all sessions.
        return try await database.sessions(
            where: "+ends_at > $1 ORDER BY last_used_at DESC, token_hash LIMIT $2 OFFSET $3", now.milliseconds, size,
            number * size
        ).compactMap { Session($0) }
    }
}

extension RecordTransaction {
    fileprivate func delete(_ selection: SessionSelection) async throws -> [SessionRow] {
        switch selection {
        case .token(let token): try await delete(where: "token_hash = $1", token.hash)
        case .id(let id, let user):
            try await delete(
                where: "user_id = $1 AND substr(token_hash, 1, 16) = $2", user.description,
                SessionToken.hashPrefix(ofID: id))
        case .all(let user, let kept):
            try await delete(
                where: "user_id = $1 AND substr(token_hash, 1, 16) != $2", user.description,
                kept.map { SessionToken.hashPrefix(ofID: $0) } ?? [])
        case .identity(let identity, let kept):
            try await delete(
                where: "issuer = $1 AND subject = $2 AND substr(token_hash, 1, 16) != $3", identity.issuer,
                identity.subject, kept.map { SessionToken.hashPrefix(ofID: $0) } ?? [])
        case .providerSession(let issuer, let id):
            try await delete(where: "issuer = $1 AND provider_session = $2", issuer, id)
        case .everything: try await delete(where: "true")
        }
    }

    private func delete(where condition: String, _ values: (any Storable)?...) async throws -> [SessionRow] {
        let query = RecordQuery("DELETE FROM session WHERE \(condition) RETURNING \(SessionRow.columns)", values)
        return try await rows(query) { SessionRow($0) }
    }
}
