public import Chat
internal import Files
internal import PostgreSQL

extension PostgreSQLFiles {
    /// How many rows one transaction of a sweep deletes.
    static let sweptAtOnce = 100
    /// For how long a process that sweeps keeps others from it, after each part of its work. One that is killed meanwhile
    /// keeps them from it for so long.
    static let sweepLease = Duration.seconds(60)

    /// Does nothing while another process sweeps.
    public func sweep() async throws(ChatError) {
        try await asOnlySweeper { lease throws(ChatError) in
            try await deleteUnsent(lease)
            try await store.dropReleased { () throws(ChatError) in try await lease.renew() }
        }
    }

    /// Also deletes what has not arrived completely for `ContentFolder.incomingMemory`. Does nothing while another process
    /// sweeps.
    public func sweepAll() async throws(ChatError) {
        try await asOnlySweeper { lease throws(ChatError) in
            try await contents.clearIncoming()
            try await sweepContents(lease)
            try await deleteUnsent(lease)
            try await store.dropReleased { () throws(ChatError) in try await lease.renew() }
        }
    }

    private func deleteUnsent(_ lease: SweepLease) async throws(ChatError) {
        var count = Self.sweptAtOnce
        while count == Self.sweptAtOnce, try await lease.renew() {
            count = try await store.run(Self.deletionOfUnsent(store.now), during: "sweep").changed
        }
    }

    /// Leaves those that are just being sent.
    static func deletionOfUnsent(_ now: Int64?) -> Query {
        Query(
            """
            DELETE FROM files WHERE id IN (
                SELECT id FROM files
                WHERE message_id IS NULL AND uploaded_at <= (SELECT coalesce($1::bigint, milliseconds_now())) - $2
                ORDER BY uploaded_at LIMIT $3 FOR UPDATE SKIP LOCKED)
            """, now, FileLimits.unsentMemory.components.seconds * 1_000, sweptAtOnce)
    }

    /// Deletes the contents to which no row refers. One that is being uploaded has a lock.
    private func sweepContents(_ lease: SweepLease) async throws(ChatError) {
        var last: ContentHash?
        while true {
            var rest = try await contents.list(after: last)[...]
            guard let end = rest.last else { return }
            last = end.hash
            while !rest.isEmpty {
                guard try await lease.renew() else { return }
                let some = rest.prefix(PostgreSQLChatStore.contentsAtOnce)
                rest = rest.dropFirst(some.count)
                let unknown = try await store.unknown(some.map(\.hash))
                for hash in unknown { try await contents.release(hash) }
            }
        }
    }

    /// Runs `body` if no other process sweeps.
    private func asOnlySweeper(_ body: (SweepLease) async throws(ChatError) -> Void) async throws(ChatError) {
        let lease = SweepLease(store)
        guard try await lease.renew() else { return }
        do throws(ChatError) {
            try await body(lease)
            try await lease.end()
        } catch {
            try? await lease.end()
            throw error
        }
    }
}

/// That one process at a time sweeps. Nothing depends on it but work: what a sweep deletes, it has locked.
struct SweepLease {
    private let store: PostgreSQLChatStore
    private let sweeper = UserID.random().description

    init(_ store: PostgreSQLChatStore) { self.store = store }

    /// - Returns: whether this one may sweep for the next `PostgreSQLFiles.sweepLease`.
    func renew() async throws(ChatError) -> Bool {
        try await store.run(
            Query(
                """
                INSERT INTO file_sweeps AS sweeps (sweeper, ends_at) VALUES ($1, milliseconds_now() + $2)
                ON CONFLICT (is_only) DO UPDATE SET sweeper = excluded.sweeper, ends_at = excluded.ends_at
                WHERE sweeps.sweeper = excluded.sweeper OR sweeps.ends_at <= milliseconds_now() RETURNING true
                """, sweeper, PostgreSQLFiles.sweepLease.components.seconds * 1_000), during: "sweep"
        ).first != nil
    }

    func end() async throws(ChatError) {
        try await store.run(Query("DELETE FROM file_sweeps WHERE sweeper = $1", sweeper), during: "sweep")
    }
}
