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
        try await sweepContents()
        try await sweep()
    }

    /// Deletes the contents to which no row refers.
    func sweepContents() async throws(ChatError) {
        for byte in UInt8.min...UInt8.max {
            let contents = try await Self.inPool(during: "sweep") { [folder] in folder.contents(beginningWith: byte) }
            guard !contents.isEmpty else { continue }
            let unknown = try await store.longRead(during: "sweep") { connection in
                try contents.filter { try !connection.isReferredTo($0) }
            }
            try await store.release(unknown)
        }
    }
}

extension ChatStore {
    /// Takes contents away to which no row refers; others stay.
    func release(_ hashes: [ContentHash]) async throws(ChatError) {
        guard !hashes.isEmpty else { return }
        try await write(during: "release") { connection in
            for hash in hashes {
                try connection.run("INSERT OR IGNORE INTO released_contents (hash) VALUES (?)", hash.bytes)
            }
        }
        try await dropReleased()
    }

    /// Deletes the contents to which a row has referred that was deleted, and no other row refers. Nothing where their
    /// folder is not known.
    func dropReleased() async throws(ChatError) {
        guard let folder = fileKeeping?.folder else { return }
        var count = StoredFiles.sweptAtOnce
        while count == StoredFiles.sweptAtOnce {
            let retired: [RetiredContent]
            (count, retired) = try await write(during: "release") { connection in
                let hashes = try connection.rows(
                    "SELECT hash FROM released_contents LIMIT ?", StoredFiles.sweptAtOnce
                ) { try $0.contentHash(0) }
                var retired: [RetiredContent] = []
                for hash in hashes {
                    // Nothing else can write now. If this write is not committed, it is only done again.
                    if try !connection.isReferredTo(hash), let content = try folder.retire(hash) {
                        retired.append(content)
                    }
                    try connection.run("DELETE FROM released_contents WHERE hash = ?", hash.bytes)
                }
                return (hashes.count, retired)
            }
            guard !retired.isEmpty else { continue }
            try await StoredFiles.inPool(during: "release") { for content in retired { folder.delete(content) } }
        }
    }

    /// The same after rows were deleted, which is done whatever becomes of this: the next sweep tries again.
    func dropReleasedIfPossible() async { try? await dropReleased() }
}
