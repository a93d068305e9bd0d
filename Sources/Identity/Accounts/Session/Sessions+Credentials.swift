public import Chat
import OpenID
import SQLite

extension Sessions {
    /// A session with something to show to the services behind it.
    public struct Holder: Sendable, Equatable {
        public let session: Session
        public let credential: Credential
        let tokenHash: [UInt8]

        /// The same session, keeping something else.
        func with(_ credential: Credential) -> Holder {
            Holder(session: session, credential: credential, tokenHash: tokenHash)
        }
    }

    /// All by which the services behind may know `user`, the last used first.
    public func holders(for user: UserID) throws -> [Holder] {
        let now = clock.now()
        let rows = try database.read { connection in
            try connection.rows(
                """
                SELECT \(Session.columns) FROM session WHERE user_id = ? AND ends_at > ? AND sealed IS NOT NULL
                ORDER BY last_used_at DESC, signed_in_at DESC
                """, user.description, now.milliseconds
            ) { row in SessionRow(row) }
        }
        return try rows.compactMap { try holder($0) }
    }

    /// What the session with this id keeps now; `nil` where it keeps nothing, or is over.
    public func holder(id: String) throws -> Holder? {
        let now = clock.now()
        return try database.read { connection in
            try connection.row(
                "SELECT \(Session.columns) FROM session WHERE substr(token_hash, 1, 16) = ? AND ends_at > ?",
                SessionToken.hashPrefix(ofID: id), now.milliseconds
            ) { row in SessionRow(row) }
        }.flatMap { try holder($0) }
    }

    /// The sessions that were used since a moment, and those with these ids.
    func inUse(ids: [String], since moment: Timestamp) throws -> [Session] {
        let now = clock.now()
        let rows = try database.read { connection in
            var rows = try connection.rows(
                "SELECT \(Session.columns) FROM session WHERE ends_at > ? AND last_used_at >= ?", now.milliseconds,
                moment.milliseconds
            ) { row in SessionRow(row) }
            for id in ids {
                rows += try connection.rows(
                    """
                    SELECT \(Session.columns) FROM session
                    WHERE substr(token_hash, 1, 16) = ? AND ends_at > ? AND last_used_at < ?
                    """, SessionToken.hashPrefix(ofID: id), now.milliseconds, moment.milliseconds
                ) { row in SessionRow(row) }
            }
            return rows
        }
        return rows.compactMap { Session($0) }
    }

    /// Keeps what a service gave in place of what the session had.
    /// - Returns: whether the session is still there, and still keeps something of the service.
    @discardableResult
    public func replace(_ credential: Credential, of holder: Holder) throws -> Bool {
        let sealed = SessionSecrets(credential: credential, profile: nil).sealed(in: vault, for: holder.tokenHash)
        return try database.writeNow { connection in
            try connection.run(
                "UPDATE session SET sealed = ? WHERE token_hash = ? AND sealed IS NOT NULL", sealed, holder.tokenHash)
            return connection.changes > 0
        }
    }

    /// Lets a credential that no session keeps be given back.
    public func giveBack(_ credential: Credential, of method: SignInMethodID) throws {
        let now = clock.now()
        try database.writeNow { connection in
            try connection.giveBack(credential, of: method, vault: vault, now: now)
        }
    }

    /// What somebody has proven who sets up a profile, as it was when the session began.
    public func proof(ofSetUp token: SessionToken) throws -> Proof? {
        let found = try database.read { connection in
            try connection.row(
                "SELECT provider_session, \(Session.columns) FROM session WHERE token_hash = ? AND user_id IS NULL",
                token.hash
            ) { row in (row.optionalText(0), SessionRow(row, from: 1)) }
        }
        guard let (providerSession, row) = found, let identity = row.identity, let method = row.method else {
            return nil
        }
        let secrets = try SessionSecrets(row.sealed, in: vault, for: row.tokenHash)
        var proof = Proof(
            .identity(identity), by: method, profile: secrets.profile ?? .init(), credential: secrets.credential,
            providerSession: providerSession)
        proof.provesSecondFactor = secrets.provesSecondFactor
        proof.authenticatedAt = row.provenAt
        return proof
    }

    private func holder(_ row: SessionRow) throws -> Holder? {
        guard let session = Session(row),
            let credential = try SessionSecrets(row.sealed, in: vault, for: row.tokenHash).credential
        else { return nil }
        return Holder(session: session, credential: credential, tokenHash: row.tokenHash)
    }
}
