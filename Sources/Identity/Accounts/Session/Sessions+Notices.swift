public import Chat
import SQLite

extension Sessions {
    /// Adds a notice to a person's sessions. Adding a second factor removes the notice that one is due.
    ///
    /// - Parameter id: of the session in which the change happened, which needs no notice.
    public func notify(_ user: UserID, _ kind: FactorNotice.Kind, except id: String? = nil) async throws {
        let now = clock.now()
        try await database.write { connection in
            for session in try connection.sessions(where: "user_id = ?", user.description) {
                if kind.isFactor, session.endsBy != nil { try connection.prolong(session, self.limits) }
                var notices = session.notices
                if kind.isFactor { notices.remove(.enrolmentDue) }
                if session.id != id { notices.add(kind, at: now) }
                guard notices != session.notices else { continue }
                try connection.keep(notices, of: session.tokenHash)
            }
        }
        forget()
    }

    /// Removes the notices up to a time, which the person has seen. Later ones are kept.
    public func seeNotices(_ token: SessionToken, upTo moment: Timestamp) async throws {
        try await database.write { connection in
            let kept = try connection.row("SELECT notices FROM session WHERE token_hash = ?", token.hash) { row in
                FactorNotices(row.optionalText(0))
            }
            guard var notices = kept else { return }
            notices.see(upTo: moment)
            try connection.keep(notices, of: token.hash)
        }
        forget()
    }
}

extension FactorNotice.Kind {
    /// Whether it means that there is a second factor now.
    fileprivate var isFactor: Bool { self == .authenticatorAdded || self == .passkeyAdded }
}

extension Connection {
    /// Removes the limit that the grace period set for a session.
    fileprivate mutating func prolong(_ session: SessionRow, _ limits: SessionLimits) throws {
        let end = limits.end(isPersistent: session.isPersistent, begun: session.signedInAt, used: session.lastUsedAt)
        try run(
            "UPDATE session SET ends_by = NULL, ends_at = ? WHERE token_hash = ?", end.milliseconds, session.tokenHash)
    }

    fileprivate mutating func keep(_ notices: FactorNotices, of hash: [UInt8]) throws {
        try run("UPDATE session SET notices = ? WHERE token_hash = ?", notices.text, hash)
    }
}
