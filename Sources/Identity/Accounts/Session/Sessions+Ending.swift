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
    /// - Parameter revokesCredentials: whether to queue the revocation of their credentials. Needless if the service itself has
    ///   ended the sessions.
    /// - Returns: the sessions that had not expired.
    @discardableResult
    public func end(_ selection: SessionSelection, revokesCredentials: Bool = true) throws -> [EndedSession] {
        let now = clock.now()
        let ended = try database.writeNow { connection in
            try self.end(selection, revokesCredentials: revokesCredentials, now, &connection)
        }
        forget()
        return ended
    }

    /// Ends sessions within a transaction; the caller clears the cache.
    func end(
        _ selection: SessionSelection, revokesCredentials: Bool, _ now: Timestamp, _ connection: inout Connection
    ) throws -> [EndedSession] {
        try connection.end(selection).map { row in
            // Sealed with a lost key: the credential can't be revoked.
            let secrets = try? SessionSecrets(row.sealed, in: vault, for: row.tokenHash)
            let session = EndedSession(
                id: SessionToken.id(ofHash: row.tokenHash), user: row.user, method: row.method ?? .userID,
                credential: secrets?.credential)
            if revokesCredentials, let credential = session.credential {
                try connection.queueRevocation(of: credential, by: session.method, vault: vault, now: now)
            }
            return session
        }
    }

    @discardableResult
    public func end(_ token: SessionToken) throws -> [EndedSession] { try end(.token(token)) }

    /// The active sessions of `user`, the most recently used first.
    public func sessions(of user: UserID) throws -> [Session] {
        let now = clock.now()
        return try database.read { connection in
            try connection.rows(
                """
                SELECT \(Session.columns) FROM session WHERE user_id = ? AND ends_at > ?
                ORDER BY last_used_at DESC, signed_in_at DESC
                """, user.description, now.milliseconds
            ) { row in SessionRow(row) }
        }.compactMap { Session($0) }
    }

    /// All active sessions, the most recently used first.
    public func all() throws -> [Session] {
        let now = clock.now()
        return try database.read { connection in
            try connection.rows(
                "SELECT \(Session.columns) FROM session WHERE ends_at > ? ORDER BY last_used_at DESC", now.milliseconds
            ) { row in SessionRow(row) }
        }.compactMap { Session($0) }
    }
}

extension Connection {
    fileprivate mutating func end(_ selection: SessionSelection) throws -> [SessionRow] {
        switch selection {
        case .token(let token):
            try rows("DELETE FROM session WHERE token_hash = ? RETURNING \(Session.columns)", token.hash) {
                SessionRow($0)
            }
        case .id(let id, let user):
            try rows(
                """
                DELETE FROM session WHERE user_id = ? AND substr(token_hash, 1, 16) = ? RETURNING \(Session.columns)
                """, user.description, SessionToken.hashPrefix(ofID: id)
            ) { SessionRow($0) }
        case .all(let user, let kept):
            try rows(
                """
                DELETE FROM session WHERE user_id = ? AND substr(token_hash, 1, 16) != ? RETURNING \(Session.columns)
                """, user.description, kept.map { SessionToken.hashPrefix(ofID: $0) } ?? []
            ) { SessionRow($0) }
        case .identity(let identity, let kept):
            try rows(
                """
                DELETE FROM session WHERE issuer = ? AND subject = ? AND substr(token_hash, 1, 16) != ?
                RETURNING \(Session.columns)
                """, identity.issuer, identity.subject, kept.map { SessionToken.hashPrefix(ofID: $0) } ?? []
            ) { SessionRow($0) }
        case .providerSession(let issuer, let id):
            try rows(
                "DELETE FROM session WHERE issuer = ? AND provider_session = ? RETURNING \(Session.columns)", issuer, id
            ) { SessionRow($0) }
        case .everything:
            try rows("DELETE FROM session RETURNING \(Session.columns)") { SessionRow($0) }
        }
    }
}
