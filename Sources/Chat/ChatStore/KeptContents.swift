internal import Chat
internal import ChatRecords
internal import Files
internal import SQLite

/// Where the contents of the files of messages are kept. Which of them rows refer to, the database knows; this process is
/// the only one that puts contents there or deletes them.
protocol KeptContents: Sendable {
    /// A folder on this machine, where files may arrive before they are kept.
    var incoming: String { get }
    /// Where a content lies on this machine, once it was fetched.
    func path(of hash: ContentHash) -> String
    /// Asks this machine's file system how much is free.
    func hasRoom() -> Bool
    /// Brings a file to the place, and stores its row by a write before which no deletion can come. The file may be gone
    /// afterwards.
    ///
    /// - Parameters:
    ///   - brought: called each time between the two.
    ///   - storeRow: makes the row.
    func keep(
        _ new: NewFile, as hash: ContentHash, brought: () async -> Void,
        storeRow: @escaping @Sendable (inout Connection) throws -> Attachment
    ) async throws(ChatError) -> Attachment
    /// Brings a content to its path.
    func fetch(_ hash: ContentHash, bytes: Int64) async throws(ChatError)
    /// Deletes the contents to which a row has referred that was deleted, and no other row refers.
    func dropReleased() async throws(ChatError)
    /// The same after rows were deleted, which is done whatever becomes of this: the next sweep tries again.
    func dropReleasedIfPossible() async
    /// Hands the contents that are there to `body`, some at a time.
    func forEachPart(_ body: ([ContentHash]) async throws(ChatError) -> Void) async throws(ChatError)
    /// Deletes what has not arrived completely, where the start of the process has not done it.
    func clearIncoming() async throws(ChatError)
}

extension ChatStore {
    /// The contents of files; `nil` where it is not known where they are.
    var contents: (any KeptContents)? { fileKeeping.map { contents(in: $0.place) } }

    func contents(in place: FileKeeping.Place) -> any KeptContents {
        switch place {
        case .folder(let folder): FolderContents(store: self, folder: folder)
        case .store(let contents, let cache): StoreContents(store: self, RemoteContents(contents, cache: cache))
        }
    }

    /// Takes contents away to which no row refers; others stay.
    func release(_ hashes: [ContentHash]) async throws(ChatError) {
        guard !hashes.isEmpty else { return }
        try await noteReleased(hashes)
        try await dropReleased()
    }

    /// Notes contents to which no row may refer any more.
    func noteReleased(_ hashes: [ContentHash]) async throws(ChatError) {
        try await write(during: "release") { connection in
            for hash in hashes {
                try connection.run("INSERT OR IGNORE INTO released_contents (hash) VALUES (?)", hash.bytes)
            }
        }
    }

    /// Does nothing where it is not known where contents are.
    func dropReleased() async throws(ChatError) { try await contents?.dropReleased() }

    func dropReleasedIfPossible() async { await contents?.dropReleasedIfPossible() }
}
