internal import Chat
internal import ChatRecords
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

    let store: PostgreSQLChatStore
    let remote: RemoteContents

    init(store: PostgreSQLChatStore, _ remote: RemoteContents) {
        self.store = store
        self.remote = remote
    }

    var kind: ForeignFiles.Kind { .store }

    func path(of hash: ContentHash) -> String { remote.path(of: hash) }

    func hasRoom() async throws(ChatError) -> Bool {
        try await store.inFolder(FolderWork.copying, during: "checkRoom") { [remote] in remote.hasRoom() }
    }

    func bring(_ new: NewFile, as hash: ContentHash) async throws(ChatError) -> any ArrivedContent {
        let rows = try await store.run(Query("SELECT milliseconds_now()"), during: "add")
        let begin = rows.first?.integer(0) ?? 0
        try await remote.bring(new, as: hash)
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
        do throws(ChatError) {
            try await remote.delete(hash, notedAt: begin)
        } catch {
            // A sweep tries again, when it is certain that this deletion is over.
            _ = try? await store.run(
                Query("INSERT INTO released_contents (hash) VALUES ($1) ON CONFLICT DO NOTHING", hash.bytes),
                during: "release")
            throw error
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
    var longestDeletion: Int64 { remote.longestDeletion.components.seconds * 1_000 }

    func fetch(_ hash: ContentHash, bytes: Int64) async throws(ChatError) {
        try await remote.fetch(hash, bytes: bytes)
    }

    func list(after hash: ContentHash?) async throws(ChatError) -> [ListedContent] {
        try await remote.list(after: hash)
    }

    func clearIncoming() async throws(ChatError) {
        try await store.run(
            Query(
                "DELETE FROM content_deletions WHERE began_at < milliseconds_now() - $1",
                Self.noteMemory.components.seconds * 1_000), during: "sweep")
        try await remote.clearIncoming()
    }

    func checkWritable() async throws(ChatError) { try await remote.checkWritable() }

    func identity() async throws(ChatError) -> String? { try await remote.identity() }

    func identify(as name: String) async throws(ChatError) { try await remote.identify(as: name) }
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

    func end(isKept: Bool) async { if isKept { await contents.remote.take(new, as: hash) } }
}
