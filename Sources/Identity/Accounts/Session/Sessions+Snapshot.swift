public import Chat
import SQLite

/// A snapshot for detecting that sessions may have ended.
public struct SessionsSnapshot: Sendable, Equatable {
    /// `Database.foreignVersion`, which changes when another process writes.
    let version: Int64
    /// The number of changes by this process; they may come from code that knows no streams.
    let changes: Int
    /// When the next session expires.
    public let nextEnd: Timestamp?

    /// Whether sessions may have ended since the older snapshot.
    public func mayHaveChanged(since old: SessionsSnapshot?, now: Timestamp) -> Bool {
        guard let old else { return true }
        return version != old.version || changes != old.changes
            || old.nextEnd.map { now >= $0 } ?? false
    }
}

extension Sessions {
    /// Reads the snapshot: two indexed reads, regardless of the number of sessions.
    public func snapshot() throws -> SessionsSnapshot {
        let (now, changes, version) = (clock.now(), changes, try database.foreignVersion())
        return try database.read { connection in
            SessionsSnapshot(
                version: version, changes: changes,
                nextEnd: try connection.row("SELECT min(ends_at) FROM session WHERE ends_at > ?", now.milliseconds) {
                    row in row.optionalTimestamp(0)
                } ?? nil)
        }
    }

    /// How many sessions have not ended. It reads an index of all of them, in the pool.
    public func count() async throws -> Int {
        let now = clock.now()
        return try await database.longRead { connection in
            try connection.row("SELECT count(*) FROM session WHERE ends_at > ?", now.milliseconds) { row in
                Int(row.integer(0))
            }
        } ?? 0
    }

    /// Those of `ids` that have ended for any reason, so that their streams must be closed.
    public func ended(among ids: [String]) throws -> [String] {
        let now = clock.now()
        let over = try database.read { connection in
            try ids.filter { try connection.session(id: $0, now: now) == nil }
        }
        // The cache may contain them.
        if !over.isEmpty { forget() }
        return over
    }
}
