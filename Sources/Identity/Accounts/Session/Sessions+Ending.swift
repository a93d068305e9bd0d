public import Chat
public import OpenID
import SQLite

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
        let ended = try await database.write { connection in
            try self.end(selection, revokesCredentials: revokesCredentials, now, &connection)
        }
        forget()
        return ended
    }

    /// Ends sessions within a transaction; the caller clears the cache.
    func end(
        _ selection: SessionSelection, revokesCredentials: Bool, _ now: Timestamp, _ connection: inout Connection
    ) throws -> [EndedSession] {
        try connection.delete(selection).map { row in
            // Sealed with a lost key: the credential can't be revoked.
            let secrets = try? SessionSecrets(of: row, in: vault)
            let session = EndedSession(
                id: row.id, user: row.user, method: row.method ?? .userID, credential: secrets?.credential)
            if revokesCredentials, let credential = session.credential {
                try connection.queueRevocation(of: credential, by: session.method, vault: vault, now: now)
            }
            return session
        }
    }

    /// The active sessions of `user`, the most recently used first.
    public func sessions(of user: UserID) throws -> [Session] {
        let now = clock.now()
        return try database.read { connection in
            try connection.sessions(
                where: "user_id = ? AND ends_at > ? ORDER BY last_used_at DESC, signed_in_at DESC", user.description,
                now.milliseconds)
        }.compactMap { Session($0) }
    }

    /// All active sessions, the most recently used first.
    public func all() throws -> [Session] {
        let now = clock.now()
        return try database.read { connection in
            try connection.sessions(where: "ends_at > ? ORDER BY last_used_at DESC", now.milliseconds)
        }.compactMap { Session($0) }
    }

    /// A page of the active sessions, the most recently used first. Reads no more than the pages before it and itself.
    /// - Parameter number: 0 for the first page.
    public func page(_ number: Int, size: Int) throws -> [Session] {
        let now = clock.now()
        return try database.read { connection in
            // `+` keeps SQLite from using the index of ends, by which it would sort all sessions.
            try connection.sessions(
                where: "+ends_at > ? ORDER BY last_used_at DESC, token_hash LIMIT ? OFFSET ?", now.milliseconds, size,
                number * size)
        }.compactMap { Session($0) }
    }
}

extension Connection {
    fileprivate mutating func delete(_ selection: SessionSelection) throws -> [SessionRow] {
        switch selection {
        case .token(let token): try delete(where: "token_hash = ?", token.hash)
        case .id(let id, let user):
            try delete(
                where: "user_id = ? AND substr(token_hash, 1, 16) = ?", user.description,
                SessionToken.hashPrefix(ofID: id))
        case .all(let user, let kept):
            try delete(
                where: "user_id = ? AND substr(token_hash, 1, 16) != ?", user.description,
                kept.map { SessionToken.hashPrefix(ofID: $0) } ?? [])
        case .identity(let identity, let kept):
            try delete(
                where: "issuer = ? AND subject = ? AND substr(token_hash, 1, 16) != ?", identity.issuer,
                identity.subject, kept.map { SessionToken.hashPrefix(ofID: $0) } ?? [])
        case .providerSession(let issuer, let id):
            try delete(where: "issuer = ? AND provider_session = ?", issuer, id)
        case .everything: try delete(where: "true")
        }
    }

    private mutating func delete<each Value: Bindable>(
        where condition: String, _ values: repeat each Value
    ) throws -> [SessionRow] {
        try rows("DELETE FROM session WHERE \(condition) RETURNING \(SessionRow.columns)", repeat each values) {
            SessionRow($0)
        }
    }
}
