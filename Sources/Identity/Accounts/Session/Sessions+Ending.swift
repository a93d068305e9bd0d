public import Chat
public import OpenID
import SQLite

/// Which sessions.
public enum SessionSelection: Sendable, Equatable {
    case token(SessionToken)
    /// One of a person's, by its id.
    case id(String, of: UserID)
    /// All of a person's, but for the one with this id.
    case all(of: UserID, except: String? = nil)
    /// All that began with this identity, but for the one with this id.
    case identity(Identity, except: String? = nil)
    /// All that began with the provider's own session (`sid`).
    case providerSession(issuer: String, id: String)
    case everything
}

extension Sessions {
    /// Ends sessions. Ending none does nothing.
    ///
    /// - Parameter givesBack: whether what they kept is to be given back to the services behind them
    ///   (`CredentialUpkeep.giveBack`). In vain where those have ended the sessions themselves.
    /// - Returns: those that were not over yet.
    @discardableResult
    public func end(_ selection: SessionSelection, givesBack: Bool = true) throws -> [EndedSession] {
        let now = clock.now()
        let ended = try database.writeNow { connection in
            try self.end(selection, givesBack: givesBack, now, &connection)
        }
        forget()
        return ended
    }

    /// The same within a change that goes on; the caller forgets what was looked up.
    func end(
        _ selection: SessionSelection, givesBack: Bool, _ now: Timestamp, _ connection: inout Connection
    ) throws -> [EndedSession] {
        try connection.end(selection).map { row in
            // Sealed with a key that is gone: there is nothing left to give back.
            let secrets = try? SessionSecrets(row.sealed, in: vault, for: row.tokenHash)
            let session = EndedSession(
                id: SessionToken.id(ofHash: row.tokenHash), user: row.user, method: row.method ?? .userID,
                credential: secrets?.credential)
            if givesBack, let credential = session.credential {
                try connection.giveBack(credential, of: session.method, vault: vault, now: now)
            }
            return session
        }
    }

    @discardableResult
    public func end(_ token: SessionToken) throws -> [EndedSession] { try end(.token(token)) }

    /// The sessions of `user` that are not over, the last used first.
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

    /// All sessions that are not over, the last used first.
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
