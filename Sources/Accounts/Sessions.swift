public import Chat
public import SQLite
import Synchronization

/// The sessions of this site, in SQLite: a restart signs nobody out.
public final class Sessions: Sendable {
    private let database: Database
    private let clock: Clock
    private let limits: SessionLimits
    /// What was looked up lately. A session that ends here is forgotten with it.
    private let remembered = Mutex(Remembered())

    private struct Remembered {
        var sessions: [SessionToken: (session: Session, at: Timestamp)] = [:]
        /// How many have ended: what was looked up before the last end is not kept.
        var ends = 0
    }

    /// - Throws: `SQLiteError`, `NewerDatabase`.
    public init(_ location: Location, clock: Clock = .system, limits: SessionLimits = SessionLimits()) throws {
        database = try Database(location, migrations: Self.migrations)
        self.clock = clock
        self.limits = limits
    }

    /// Begins a session for someone who has proven who they are. Always with a new token, whatever the browser had
    /// before (OWASP ASVS 5.0 V7.2.4).
    public func begin(for user: User) throws -> SessionToken {
        let token = SessionToken.random()
        let now = clock.now()
        try database.write { connection in
            try connection.run(
                """
                INSERT INTO session (token_hash, user_id, name, alias, signed_in_at, last_used_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """, token.hash, user.id.description, user.name, user.alias, now.milliseconds, now.milliseconds)
            try connection.run(
                "DELETE FROM session WHERE last_used_at <= ? OR signed_in_at <= ?",
                now.adding(.zero - limits.idle).milliseconds, now.adding(.zero - limits.absolute).milliseconds)
        }
        return token
    }

    /// The session of `token`; `nil` where there is none, or where it is over.
    public func session(of token: SessionToken) throws -> Session? {
        let now = clock.now()
        let (known, ends) = remembered.withLock { ($0.sessions[token], $0.ends) }
        if let known, known.at <= now, now < known.at.adding(limits.recheck) {
            return known.session
        }
        let session = try lookUp(token, now)
        remembered.withLock { remembered in
            guard remembered.ends == ends else { return }
            if remembered.sessions.count >= limits.remembered { remembered.sessions = [:] }
            remembered.sessions[token] = session.map { ($0, now) }
        }
        return session
    }

    private func lookUp(_ token: SessionToken, _ now: Timestamp) throws -> Session? {
        let found = try database.read { connection in
            try connection.row(
                "SELECT user_id, name, alias, signed_in_at, last_used_at FROM session WHERE token_hash = ?", token.hash
            ) { row in Session(row, id: token.sessionID) }
        }
        guard let found, let session = found, now < session.lastUsedAt.adding(limits.idle),
            now < session.signedInAt.adding(limits.absolute)
        else { return nil }
        if now >= session.lastUsedAt.adding(limits.lastUseGranularity) {
            try database.write { connection in
                try connection.run(
                    "UPDATE session SET last_used_at = ? WHERE token_hash = ?", now.milliseconds, token.hash)
            }
        }
        return session
    }

    /// Ends a session. Ending none does nothing.
    public func end(_ token: SessionToken) throws {
        try database.write { connection in
            try connection.run("DELETE FROM session WHERE token_hash = ?", token.hash)
        }
        remembered.withLock { remembered in
            remembered.sessions[token] = nil
            remembered.ends += 1
        }
    }

    /// Whether the database answers.
    public func check() throws {
        _ = try database.read { connection in
            try connection.row("SELECT 1") { row in row.integer(0) }
        }
    }

    private static let migrations = Migrations([
        """
        CREATE TABLE session (
            token_hash BLOB PRIMARY KEY,
            user_id TEXT NOT NULL,
            name TEXT NOT NULL,
            alias TEXT NOT NULL,
            signed_in_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_by_last_use ON session (last_used_at);
        """
    ])
}

extension Session {
    /// Reads a row of `session`; `nil` where it holds no user id.
    fileprivate init?(_ row: borrowing Statement, id: String) {
        guard let user = UserID(row.text(0)) else { return nil }
        self.init(
            id: id, user: user, name: row.text(1), alias: row.text(2),
            signedInAt: Timestamp(milliseconds: row.integer(3)),
            lastUsedAt: Timestamp(milliseconds: row.integer(4)))
    }
}
