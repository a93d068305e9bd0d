internal import Chat
internal import ChatRecords
internal import Concurrency
internal import Files
internal import PostgreSQL

/// Threads of the blocking pool for what waits for the folder of contents. Its file system may be that of another machine,
/// and hang: then these wait, and the others go on.
enum FolderWork {
    /// How many files are looked for or copied at once; a copy takes as long as its file is large.
    static let copying = PoolShare(limit: 2, maximumWaiting: maximumWaiting)
    /// How many contents get or lose their names at once, each while a lock is held.
    static let naming = PoolShare(limit: 2, maximumWaiting: maximumWaiting)
    /// How many more may wait for either: as many as may arrive at a site at once.
    private static let maximumWaiting = PostgreSQLFiles.maximumWaiting
}

extension PostgreSQLChatStore {
    /// How many contents are looked up at once.
    static let contentsAtOnce = 100

    /// The contents of files; `nil` where it is not known where they are.
    var contents: (any SharedContents)? { fileKeeping.map { contents(in: $0.place) } }

    func contents(in place: FileKeeping.Place) -> any SharedContents {
        switch place {
        case .folder(let folder): FolderContents(store: self, folder: folder)
        case .store(let contents, let cache): StoreContents(store: self, RemoteContents(contents, cache: cache))
        }
    }

    /// Takes a content away to which no row refers; another one stays.
    ///
    /// - Parameter retired: called when it has lost its name, and the lock may still be held or not.
    func release(
        _ hash: ContentHash, in folder: ContentFolder, retired: () async throws -> Void = {}
    ) async throws(ChatError) {
        let content = try await transaction(during: "release") { transaction -> RetiredContent? in
            let rows = try await transaction.run([
                .lock(hash),
                // Waits for those who delete a row with this content: the next statement sees that.
                Query("DELETE FROM released_contents WHERE hash = $1", hash.bytes),
                Query("SELECT EXISTS (SELECT FROM files WHERE hash = $1)", hash.bytes),
            ])
            guard rows[2].first?.boolean(0) == false else { return nil }
            guard let content = try await inFolder(FolderWork.naming, during: "release", { try folder.retire(hash) })
            else { return nil }
            do {
                try await retired()
                // If the server has ended the transaction before, another process may have seen the content meanwhile, and
                // stored a row with it.
                try await transaction.run(Query("SELECT 1"))
            } catch {
                try await inFolder(FolderWork.naming, during: "release") { try folder.restore(content, as: hash) }
                throw error
            }
            return content
        }
        // Where it is not deleted, a sweep does it.
        if let content { try? await inFolder(FolderWork.copying, during: "release") { folder.delete(content) } }
    }

    /// Deletes the contents to which a row has referred that was deleted, and no other row refers. Nothing where it is not
    /// known where they are.
    ///
    /// - Parameter goesOn: asked before each part; `false` ends it.
    func dropReleased(while goesOn: () async throws(ChatError) -> Bool = { () throws(ChatError) in true })
        async throws(ChatError)
    {
        guard let contents else { return }
        var count = Self.contentsAtOnce
        var last: [UInt8] = []
        while count == Self.contentsAtOnce, try await goesOn() {
            let rows = try await run(
                Query(
                    "SELECT hash FROM released_contents WHERE hash > $1 ORDER BY hash LIMIT $2", last,
                    Self.contentsAtOnce), during: "release")
            let hashes = try decode(during: "release") { try rows.map { try $0.contentHash(0) } }
            for hash in hashes { try await contents.release(hash) }
            count = hashes.count
            last = hashes.last?.bytes ?? last
        }
    }

    /// The same after rows were deleted, one time after the other, and nobody waits for it. Where it fails, the next sweep
    /// tries again.
    func dropReleasedSoon() { releasing.add([0]) { _ in try await self.dropReleased() } }

    /// Runs what waits for the folder.
    func inFolder<Result: Sendable>(
        _ share: PoolShare, during operation: String, _ work: @escaping @Sendable () throws -> Result
    ) async throws(ChatError) -> Result {
        do { return try await share.run(work) } catch { throw ChatError(error, during: operation) }
    }
}
