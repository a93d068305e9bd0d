public import Chat
import Records

extension Sessions {
    /// Adds a notice to a person's sessions. Adding a second factor removes the notice that one is due.
    ///
    /// - Parameter id: of the session in which the change happened, which needs no notice.
    public func notify(_ user: UserID, _ kind: SessionNotice.Kind, except id: String? = nil) async throws {
        let now = clock.now()
        try await database.transaction { transaction in
            for session in try await transaction.sessions(where: "user_id = $1", user.description) {
                if kind.isFactor, session.endsBy != nil { try await transaction.prolong(session, self.limits) }
                var notices = session.notices
                if kind.isFactor { notices.remove(.enrolmentDue) }
                if session.id != id { notices.add(kind, at: now) }
                guard notices != session.notices else { continue }
                try await transaction.keep(notices, of: session.tokenHash)
            }
        }
        forget()
    }

    /// Removes the notices up to a time, which the person has seen. Later ones are kept.
    public func seeNotices(_ token: SessionToken, upTo moment: Timestamp) async throws {
        try await database.transaction { transaction in
            let kept = try await transaction.row("SELECT notices FROM session WHERE token_hash = $1", token.hash) {
                row in
                SessionNotices(row.optionalText(0))
            }
            guard var notices = kept else { return }
            notices.see(upTo: moment)
            try await transaction.keep(notices, of: token.hash)
        }
        forget()
    }
}

extension SessionNotice.Kind {
    /// Whether it means that there is a second factor now.
    fileprivate var isFactor: Bool { self == .authenticatorAdded || self == .passkeyAdded }
}

extension RecordTransaction {
    /// Removes the limit that the grace period set for a session.
    fileprivate func prolong(_ session: SessionRow, _ limits: SessionLimits) async throws {
        let end = limits.end(isPersistent: session.isPersistent, begun: session.signedInAt, used: session.lastUsedAt)
        try await run(
            "UPDATE session SET ends_by = NULL, ends_at = $1 WHERE token_hash = $2", end.milliseconds, session.tokenHash
        )
    }

    fileprivate func keep(_ notices: SessionNotices, of hash: [UInt8]) async throws {
        try await run("UPDATE session SET notices = $1 WHERE token_hash = $2", notices.text, hash)
    }
}
