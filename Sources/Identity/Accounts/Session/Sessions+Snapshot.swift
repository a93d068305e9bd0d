public import Chat
import Records

/// A snapshot for detecting that sessions may have ended.
public struct SessionsSnapshot: Sendable, Equatable {
    /// `RecordDatabase.foreignVersion`, which changes when another process writes.
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
    public func snapshot() async throws -> SessionsSnapshot {
        let (now, changes, version) = (clock.now(), changes, try database.foreignVersion())
        let nextEnd = try await database.row("SELECT min(ends_at) FROM session WHERE ends_at > $1", now.milliseconds) {
            $0.optionalTimestamp(0)
        }
        return SessionsSnapshot(version: version, changes: changes, nextEnd: nextEnd ?? nil)
    }

    /// How many sessions have not ended. It reads an index of all of them, in the pool.
    public func count() async throws -> Int {
        let now = clock.now()
        let query = RecordQuery("SELECT count(*) FROM session WHERE ends_at > $1", now.milliseconds)
        return try await database.longRead(query).first.map { Int($0.integer(0)) } ?? 0
    }

    /// Those of `ids` that have ended for any reason, so that their streams must be closed.
    public func ended(among ids: [String]) async throws -> [String] {
        let now = clock.now()
        let open = try await openSessions(among: ids, now)
        let over = ids.filter { !open.contains(SessionToken.hashPrefix(ofID: $0)) }
        // The cache may contain them.
        if !over.isEmpty { forget() }
        return over
    }

    /// How many sessions one query looks for.
    private static let idsPerQuery = 64
    private static let openAmong =
        "SELECT substr(token_hash, 1, 16) FROM session WHERE ends_at > $1 AND substr(token_hash, 1, 16) IN ("
        + (0..<idsPerQuery).map { "$\($0 + 2)" }.joined(separator: ", ") + ")"

    /// The beginnings of the hashes of those that have not ended.
    private func openSessions(among ids: [String], _ now: Timestamp) async throws -> Set<[UInt8]> {
        let queries = stride(from: 0, to: ids.count, by: Self.idsPerQuery).map { start in
            let prefixes = (start..<start + Self.idsPerQuery).map { index -> (any Storable)? in
                index < ids.count ? SessionToken.hashPrefix(ofID: ids[index]) : nil
            }
            return RecordQuery(Self.openAmong, [now.milliseconds] + prefixes)
        }
        return Set(try await database.read(queries).joined().map { $0.blob(0) })
    }
}
