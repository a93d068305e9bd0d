public import Chat
import SQLite

extension Sessions {
    /// Tells somebody's sessions what happened to their factors, until each has shown it.
    ///
    /// - Parameter id: of the session in which it happened, which knows.
    public func notify(_ user: UserID, _ kind: FactorNotice.Kind, except id: String? = nil) throws {
        let now = clock.now()
        try database.write { connection in
            let sessions = try connection.rows(
                "SELECT token_hash, notices FROM session WHERE user_id = ?", user.description
            ) { row in (hash: row.blob(0), notices: FactorNotices(row.optionalText(1))) }
            for session in sessions {
                var notices = session.notices
                if kind.isFactor { notices.remove(.enrolmentDue) }
                if SessionToken.id(ofHash: session.hash) != id { notices.add(kind, at: now) }
                guard notices != session.notices else { continue }
                try connection.keep(notices, of: session.hash)
            }
        }
        forget()
    }

    /// The person has seen what the session had to tell up to a moment. What came since is still to be told.
    public func seeNotices(_ token: SessionToken, upTo moment: Timestamp) throws {
        try database.write { connection in
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
    /// Whether there is a second factor now.
    fileprivate var isFactor: Bool { self == .authenticatorAdded || self == .passkeyAdded }
}

extension Connection {
    fileprivate mutating func keep(_ notices: FactorNotices, of hash: [UInt8]) throws {
        try run("UPDATE session SET notices = ? WHERE token_hash = ?", notices.text, hash)
    }
}
