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
    /// The ids of those that were ended lately, where the database notes that for all processes.
    let ended: Set<String>?

    /// What has ended since the older snapshot.
    public func endings(since old: SessionsSnapshot?, now: Timestamp) -> SessionEndings {
        guard let old, !(old.nextEnd.map { now >= $0 } ?? false) else { return .perhapsAny }
        if let ended {
            let new = ended.subtracting(old.ended ?? [])
            return new.isEmpty ? .none : .these(new)
        }
        return version != old.version || changes != old.changes ? .perhapsAny : .none
    }
}

/// Which sessions have ended.
public enum SessionEndings: Sendable, Equatable {
    case none
    case these(Set<String>)
    case perhapsAny
}

extension Sessions {
    /// For how long the database notes which sessions have ended, at least: longer than a transaction may last.
    private static let endsNoted = Duration.seconds(20)

    /// Reads the snapshot: two indexed reads, regardless of the number of sessions.
    public func snapshot() async throws -> SessionsSnapshot {
        let (now, changes) = (clock.now(), changes)
        let nextEnd = RecordQuery("SELECT min(ends_at) FROM session WHERE ends_at > $1", now.milliseconds)
        guard isShared else {
            let version = try database.foreignVersion()
            let rows = try await database.read([nextEnd])
            return SessionsSnapshot(
                version: version, changes: changes, nextEnd: rows[0].first?.optionalTimestamp(0), ended: nil)
        }
        let ended = RecordQuery(
            "SELECT id FROM session_end WHERE at > \(Self.serverTime) - $1", Self.endsNoted.components.seconds * 1_000)
        let rows = try await database.read([nextEnd, ended])
        return SessionsSnapshot(
            version: 0, changes: 0, nextEnd: rows[0].first?.optionalTimestamp(0),
            ended: Set(rows[1].map { SessionToken.id(ofHash: $0.blob(0)) }))
    }

    /// Those of `ids` that have ended, so that their streams must be closed.
    public func ended(_ endings: SessionEndings, among ids: [String]) async throws -> [String] {
        switch endings {
        case .none: return []
        case .these(let ended):
            // The cache may contain them.
            forget(ended: ended)
            return ids.filter(ended.contains)
        case .perhapsAny: return try await self.ended(among: ids)
        }
    }

    /// Deletes the notes of sessions that ended long ago.
    public func forgetEndings() async throws {
        guard isShared else { return }
        try await database.transaction { transaction in
            try await transaction.run(
                "DELETE FROM session_end WHERE at < \(Self.serverTime) - $1",
                Self.endsNoted.components.seconds * 2_000)
        }
    }

    /// In milliseconds, in PostgreSQL.
    private static let serverTime = "(SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)"

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
        if !over.isEmpty { forget(ended: over) }
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
