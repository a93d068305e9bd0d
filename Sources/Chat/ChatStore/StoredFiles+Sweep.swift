public import Chat
internal import ChatRecords
internal import Files
internal import SQLite

extension StoredFiles {
    /// How many rows one transaction of a sweep deletes.
    static let sweptAtOnce = 100

    public func sweep() async throws(ChatError) {
        let end = store.clock.now().adding(.zero - FileLimits.unsentMemory)
        var count = Self.sweptAtOnce
        while count == Self.sweptAtOnce {
            count = try await store.write(during: "sweep") { connection in
                try connection.run(
                    """
                    DELETE FROM files WHERE number IN (
                        SELECT number FROM files WHERE message IS NULL AND uploaded_at <= ?
                        ORDER BY uploaded_at LIMIT ?)
                    """, end.milliseconds, Self.sweptAtOnce)
                return connection.changes
            }
        }
        try await store.dropReleased()
    }

    public func sweepAll() async throws(ChatError) {
        try await contents.clearIncoming()
        try await sweepContents()
        try await sweep()
    }

    /// Deletes the contents to which no row refers.
    func sweepContents() async throws(ChatError) {
        try await contents.forEachPart { hashes throws(ChatError) in
            let unknown = try await store.longRead(during: "sweep") { connection in
                try hashes.filter { try !connection.isReferredTo($0) }
            }
            try await store.release(unknown)
        }
    }
}
