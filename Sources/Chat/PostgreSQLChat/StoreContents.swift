internal import Chat
internal import Concurrency
internal import Files
internal import PostgreSQL

/// Contents in a store that is reached over the network.
///
/// No transaction waits for the store. A content is there before its row is written, and a deletion is noted before it
/// begins, in a transaction that has seen that no row refers to the content (`content_deletions`). Whoever adds a row looks,
/// under the lock of the content, whether one has been under way since before the content was brought: then it is brought
/// again.
struct StoreContents: SharedContents {
    /// For how long notes of deletions are kept. An upload takes less.
    static let noteMemory = ContentFolder.incomingMemory
    /// How much longer a deletion counts as under way than its requests can take, where the process that began it has not
    /// noted the end; and how much time that process has to begin.
    private static let margin = Duration.seconds(60)
    /// How many files are sent to the store at once, and fetched.
    private static let transfers = Slots(4, maximumWaiting: PostgreSQLFiles.maximumWaiting)

    let store: PostgreSQLChatStore
    let contents: any ContentStore
    let cache: FetchedContents

    var kind: ForeignFiles.Kind { .store }

    func path(of hash: ContentHash) -> String { cache.path(of: hash.bytes) }

    /// Of this site's disk: how much the store has left it says when something is sent.
    func hasRoom() async throws(ChatError) -> Bool {
        try await store.inFolder(FolderWork.copying, during: "checkRoom") { [cache] in
            ContentFolder(existing: cache.folder).hasRoom()
        }
    }

    func bring(_ new: NewFile, as hash: ContentHash) async throws(ChatError) -> any ArrivedContent {
        let rows = try await store.run(Query("SELECT milliseconds_now()"), during: "add")
        let begin = rows.first?.integer(0) ?? 0
        try await transferring(during: "add") {
            guard try await contents.size(of: hash) != new.bytes else { return }
            try await contents.put(new.path, as: hash, bytes: new.bytes)
        }
        return ArrivedInStore(contents: self, new: new, hash: hash, begin: begin)
    }

    func release(_ hash: ContentHash) async throws(ChatError) {
        let (deleter, begin) = (UserID.random().description, ContinuousClock.now)
        let isUnneeded = try await store.transaction(during: "release") { transaction in
            let rows = try await transaction.run([
                .lock(hash),
                // Another deletion that is under way may fail.
                Query(
                    """
                    DELETE FROM released_contents WHERE hash = $1 AND NOT EXISTS (
                        SELECT FROM content_deletions
                        WHERE hash = $1 AND coalesce(ended_at, began_at + $2) >= milliseconds_now())
                    """, hash.bytes, longestDeletion),
                Query(
                    """
                    INSERT INTO content_deletions AS deletions (hash, deleter, began_at)
                    SELECT $1, $2, milliseconds_now() WHERE NOT EXISTS (SELECT FROM files WHERE hash = $1)
                    ON CONFLICT (hash) DO UPDATE
                    SET deleter = excluded.deleter, began_at = excluded.began_at, ended_at = NULL
                    WHERE coalesce(deletions.ended_at, deletions.began_at + $3) < milliseconds_now() RETURNING true
                    """, hash.bytes, deleter, longestDeletion),
            ])
            return rows[2].first != nil
        }
        guard isUnneeded else { return }
        do {
            // After a time in which this process was stopped, it may have come back.
            guard ContinuousClock.now - begin < Self.margin else { throw ChatError.Reason.timedOut }
            try await contents.delete(hash)
        } catch {
            // A sweep tries again, when it is certain that this deletion is over.
            _ = try? await store.run(
                Query("INSERT INTO released_contents (hash) VALUES ($1) ON CONFLICT DO NOTHING", hash.bytes),
                during: "release")
            throw ChatError(error, during: "release")
        }
        try await store.run(
            Query(
                "UPDATE content_deletions SET ended_at = milliseconds_now() WHERE hash = $1 AND deleter = $2",
                hash.bytes, deleter), during: "release")
    }

    /// - Parameter begin: when the content was looked for in the store, in milliseconds by the database's clock.
    /// - Returns: whether a deletion may have come after that.
    static func deletion(of hash: ContentHash, since begin: Int64, longest: Int64) -> Query {
        Query(
            """
            SELECT milliseconds_now() - $2 > $4 OR EXISTS (
                SELECT FROM content_deletions WHERE hash = $1 AND coalesce(ended_at, began_at + $3) >= $2)
            """, hash.bytes, begin, longest, noteMemory.components.seconds * 1_000)
    }

    /// In milliseconds.
    var longestDeletion: Int64 { (contents.longestDeletion + Self.margin).components.seconds * 1_000 }

    func fetch(_ hash: ContentHash, bytes: Int64) async throws(ChatError) {
        try await cache.fetch(hash.bytes, bytes: bytes) { path throws(ChatError) in
            try await self.transferring(during: "fetch") {
                try await self.contents.fetch(hash, bytes: bytes, to: path)
            }
        }
    }

    func list(after hash: ContentHash?) async throws(ChatError) -> [ListedContent] {
        do { return try await contents.contents(after: hash) } catch { throw ChatError(error, during: "list") }
    }

    func clearIncoming() async throws(ChatError) {
        let memory = Self.noteMemory.components.seconds
        try await store.run(
            Query("DELETE FROM content_deletions WHERE began_at < milliseconds_now() - $1", memory * 1_000),
            during: "sweep")
        let end = Clock.system.now().milliseconds / 1_000 - memory
        do { try await contents.clearIncoming(begunBefore: end) } catch { throw ChatError(error, during: "sweep") }
    }

    func checkWritable() async throws(ChatError) {
        do { try await contents.checkWritable() } catch { throw ChatError(error, during: "claim") }
    }

    func identity() async throws(ChatError) -> String? {
        do { return try await contents.identity() } catch { throw ChatError(error, during: "claim") }
    }

    func identify(as name: String) async throws(ChatError) {
        do { try await contents.identify(as: name) } catch { throw ChatError(error, during: "claim") }
    }

    private func transferring(during operation: String, _ body: () async throws -> Void) async throws(ChatError) {
        do { try await Self.transfers.take() } catch {
            throw ChatError(error == .full ? .overloaded : .cancelled, during: operation)
        }
        defer { Self.transfers.giveBack() }
        do { try await body() } catch { throw ChatError(error, during: operation) }
    }
}

private struct ArrivedInStore: ArrivedContent {
    let contents: StoreContents
    let new: NewFile
    let hash: ContentHash
    let begin: Int64

    func settle(in transaction: Transaction) async throws -> Bool {
        let rows = try await transaction.run(
            StoreContents.deletion(of: hash, since: begin, longest: contents.longestDeletion))
        return rows.first?.boolean(0) == false
    }

    /// Those who see the message look at it first: it need not be fetched for them.
    func end(isKept: Bool) async {
        if isKept { await contents.cache.take(new.path, as: hash.bytes, bytes: new.bytes) }
    }
}
