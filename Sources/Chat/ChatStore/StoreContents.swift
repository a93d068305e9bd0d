internal import Chat
internal import ChatRecords
internal import Concurrency
internal import Files
internal import SQLite

/// Contents in a store that is reached over the network.
///
/// No write of the database waits for the store. Who brings a content and stores its row, and who deletes one to which no
/// row refers, take turns (`ChatStore.contentTurns`): one process uses the store. A deletion is noted before it begins
/// (`content_deletions`), until the store has answered: where no answer came, or the process was killed, the store may
/// carry it out later, and nothing with this content is kept until that is certainly over. A sweep then deletes it again.
struct StoreContents: KeptContents {
    let store: ChatStore
    let remote: RemoteContents

    init(store: ChatStore, _ remote: RemoteContents) {
        self.store = store
        self.remote = remote
    }

    /// In milliseconds.
    private var longestDeletion: Int64 { remote.longestDeletion.components.seconds * 1_000 }

    /// On the file system of the cache, so that a file that was kept is moved there.
    var incoming: String { ContentFolder(existing: remote.cache.folder).incoming }

    func path(of hash: ContentHash) -> String { remote.path(of: hash) }

    func hasRoom() -> Bool { remote.hasRoom() }

    func keep(
        _ new: NewFile, as hash: ContentHash, brought: () async -> Void,
        storeRow: @escaping @Sendable (inout Connection) throws -> Attachment
    ) async throws(ChatError) -> Attachment {
        var isBrought = false
        do {
            let kept = try await store.contentTurns.run(hash) {
                guard try !isBeingDeleted(hash) else { throw ChatError(.overloaded, during: "add") }
                try await remote.bring(new, as: hash)
                isBrought = true
                await brought()
                return try await store.write(during: "add") { connection in
                    try connection.run("DELETE FROM content_deletions WHERE hash = ?", hash.bytes)
                    return try storeRow(&connection)
                }
            }
            await remote.take(new, as: hash)
            return kept
        } catch {
            // Where this fails too, the next start finds the content.
            if isBrought, (try? await store.noteReleased([hash])) != nil { await dropReleasedIfPossible() }
            throw ChatError(error, during: "add")
        }
    }

    /// Whether the store may still carry out a deletion that it has not answered.
    private func isBeingDeleted(_ hash: ContentHash) throws(ChatError) -> Bool {
        let now = store.clock.now().milliseconds
        return try store.read(during: "add") { connection in
            try connection.beginOfDeletion(hash).map { now - $0 <= longestDeletion } ?? false
        }
    }

    func fetch(_ hash: ContentHash, bytes: Int64) async throws(ChatError) {
        try await remote.fetch(hash, bytes: bytes)
    }

    /// Also tries again what the store has not answered, when that is certainly over.
    func dropReleased() async throws(ChatError) {
        var (count, last) = (StoredFiles.sweptAtOnce, [UInt8]())
        while count == StoredFiles.sweptAtOnce {
            let end = store.clock.now().milliseconds - longestDeletion
            let hashes = try await store.longRead(during: "release") { [last] connection in
                try connection.rows(
                    """
                    SELECT hash FROM released_contents WHERE hash > ?
                    UNION SELECT hash FROM content_deletions WHERE hash > ? AND began_at < ? ORDER BY hash LIMIT ?
                    """, last, last, end, StoredFiles.sweptAtOnce
                ) { try $0.contentHash(0) }
            }
            for hash in hashes { try await release(hash) }
            count = hashes.count
            last = hashes.last?.bytes ?? last
        }
    }

    /// Nobody waits for the store.
    func dropReleasedIfPossible() async {
        store.releasing.add([0]) { [self] _ in try await dropReleased() }
    }

    /// Deletes a content to which no row refers; another one stays.
    private func release(_ hash: ContentHash) async throws(ChatError) {
        do {
            try await store.contentTurns.run(hash) {
                let noted = ContinuousClock.now
                let now = store.clock.now().milliseconds
                let isUnneeded = try await store.write(during: "release") { [longestDeletion] connection in
                    try connection.beginDeletion(of: hash, at: now, longest: longestDeletion)
                }
                guard isUnneeded else { return }
                try await remote.delete(hash, notedAt: noted)
                try await store.write(during: "release") { connection in
                    try connection.run("DELETE FROM content_deletions WHERE hash = ?", hash.bytes)
                }
            }
        } catch {
            throw ChatError(error, during: "release")
        }
    }

    func forEachPart(_ body: ([ContentHash]) async throws(ChatError) -> Void) async throws(ChatError) {
        var last: ContentHash?
        while true {
            let contents = try await remote.list(after: last).map(\.hash)
            guard let end = contents.last else { return }
            last = end
            try await body(contents)
        }
    }

    /// A note that is later than now, by a clock that was set back since, counts from now on.
    func clearIncoming() async throws(ChatError) {
        let now = store.clock.now().milliseconds
        try await store.write(during: "sweep") { connection in
            try connection.run("UPDATE content_deletions SET began_at = ? WHERE began_at > ?", now, now)
        }
        try await remote.clearIncoming()
    }
}

extension Connection {
    /// When a deletion began that the store has not answered, in milliseconds; `nil` where there is none.
    fileprivate mutating func beginOfDeletion(_ hash: ContentHash) throws -> Int64? {
        try row("SELECT began_at FROM content_deletions WHERE hash = ?", hash.bytes) { $0.integer(0) }
    }

    /// Notes that a content is deleted from now on.
    /// - Returns: `false` where a row refers to it, it is deleted already, or another deletion may still be under way.
    fileprivate mutating func beginDeletion(of hash: ContentHash, at now: Int64, longest: Int64) throws -> Bool {
        try run("DELETE FROM released_contents WHERE hash = ?", hash.bytes)
        let isReleased = changes > 0
        guard try !isReferredTo(hash) else {
            // A row came while the chat was in another place.
            try run("DELETE FROM content_deletions WHERE hash = ? AND began_at < ?", hash.bytes, now - longest)
            return false
        }
        if let begin = try beginOfDeletion(hash) {
            guard now - begin > longest else { return false }
        } else {
            guard isReleased else { return false }
        }
        try run("INSERT OR REPLACE INTO content_deletions (hash, began_at) VALUES (?, ?)", hash.bytes, now)
        return true
    }
}
