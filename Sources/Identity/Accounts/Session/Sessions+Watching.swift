public import Chat
import SQLite

/// By what it shows that sessions may have ended.
public struct SessionSigns: Sendable, Equatable {
    /// `Database.foreignVersion`: it changes when another process writes.
    let version: Int64
    /// It grows when this process ends sessions: not all who do so know of streams, such as what speaks to the backend.
    let changes: Int
    /// When the next session is over.
    public let nextEnd: Timestamp?

    /// Whether sessions may be over that were not when these signs were read.
    public func mayHaveChanged(since old: SessionSigns?, now: Timestamp) -> Bool {
        guard let old else { return true }
        return version != old.version || changes != old.changes
            || old.nextEnd.map { now >= $0 } ?? false
    }
}

extension Sessions {
    /// Two keyed reads, however many sessions there are.
    public func signs() throws -> SessionSigns {
        let (now, changes, version) = (clock.now(), changes, try database.foreignVersion())
        return try database.read { connection in
            SessionSigns(
                version: version, changes: changes,
                nextEnd: try connection.row("SELECT min(ends_at) FROM session WHERE ends_at > ?", now.milliseconds) {
                    row in row.optionalInteger(0).map { Timestamp(milliseconds: $0) }
                } ?? nil)
        }
    }

    /// Which of `ids` are over, by whomever they were ended: their streams have to end too.
    public func over(among ids: [String]) throws -> [String] {
        let now = clock.now()
        let over = try database.read { connection in
            try ids.filter { id in
                let found = try connection.row(
                    "SELECT 1 FROM session WHERE substr(token_hash, 1, 16) = ? AND ends_at > ?",
                    SessionToken.hashPrefix(ofID: id), now.milliseconds
                ) { _ in true }
                return found == nil
            }
        }
        // What was looked up of them is not true any more.
        if !over.isEmpty { forget() }
        return over
    }
}
