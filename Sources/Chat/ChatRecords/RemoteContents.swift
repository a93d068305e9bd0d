public import Chat
import Concurrency
public import Files

/// The contents of files in a store that is reached over the network, and those of them that this machine has for a while.
///
/// Which of them are needed, and who may delete one when, is decided by the database.
public struct RemoteContents: Sendable {
    /// How much longer a deletion counts as under way than its requests can take, where it is not known how it ended; and
    /// how much time whoever has noted it has to begin.
    public static let margin = Duration.seconds(60)
    /// How many more files may wait to be sent or fetched: as many as may arrive at once
    /// (`UploadConfiguration.requestsUnderWay`).
    private static let maximumWaiting = 256
    /// How many files are sent to the store at once, and fetched.
    private static let transfers = Slots(4, maximumWaiting: maximumWaiting)

    public let store: any ContentStore
    public let cache: FetchedContents

    public init(_ store: any ContentStore, cache: FetchedContents) {
        self.store = store
        self.cache = cache
    }

    /// For how long a deletion counts as under way of which it is not known how it ended.
    public var longestDeletion: Duration { store.longestDeletion + Self.margin }

    /// Where a content lies on this machine, once it was fetched.
    public func path(of hash: ContentHash) -> String { cache.path(of: hash.bytes) }

    /// Whether this machine's disk has room: how much the store has left it says when something is sent.
    public func hasRoom() -> Bool { ContentFolder(existing: cache.folder).hasRoom() }

    /// Sends a file to the store, unless its content is there.
    public func bring(_ new: NewFile, as hash: ContentHash) async throws(ChatError) {
        try await transferring(during: "add") {
            guard try await store.size(of: hash) != new.bytes else { return }
            try await store.put(new.path, as: hash, bytes: new.bytes)
        }
    }

    /// Deletes a content that was noted to be deleted at `noted`.
    /// - Throws: `.timedOut` where this process was stopped meanwhile for so long that the note may count no longer.
    public func delete(_ hash: ContentHash, notedAt noted: ContinuousClock.Instant) async throws(ChatError) {
        guard ContinuousClock.now - noted < Self.margin else { throw ChatError(.timedOut, during: "release") }
        try await asking(during: "release") { try await store.delete(hash) }
    }

    /// Brings a content to its path.
    public func fetch(_ hash: ContentHash, bytes: Int64) async throws(ChatError) {
        try await cache.fetch(hash.bytes, bytes: bytes) { path throws(ChatError) in
            try await self.transferring(during: "fetch") {
                try await self.store.fetch(hash, bytes: bytes, to: path)
            }
        }
    }

    /// Keeps a file that was sent to the store: those who see its message look at it first, and it need not be fetched for
    /// them.
    public func take(_ new: NewFile, as hash: ContentHash) async {
        await cache.take(new.path, as: hash.bytes, bytes: new.bytes)
    }

    /// Some contents, the first of those whose hashes are greater; none at the end.
    public func list(after hash: ContentHash?) async throws(ChatError) -> [ListedContent] {
        try await asking(during: "list") { try await store.contents(after: hash) }
    }

    /// Deletes what has not arrived completely for `ContentFolder.incomingMemory`.
    public func clearIncoming() async throws(ChatError) {
        let end = Clock.system.now().milliseconds / 1_000 - ContentFolder.incomingMemory.components.seconds
        try await asking(during: "sweep") { try await store.clearIncoming(begunBefore: end) }
    }

    /// Finds out whether contents can be kept.
    public func checkWritable() async throws(ChatError) {
        try await asking(during: "claim") { try await store.checkWritable() }
    }

    /// The name by which a database knows the store; `nil` where it has none yet.
    public func identity() async throws(ChatError) -> String? {
        try await asking(during: "claim") { try await store.identity() }
    }

    public func identify(as name: String) async throws(ChatError) {
        try await asking(during: "claim") { try await store.identify(as: name) }
    }

    private func transferring(during operation: String, _ body: () async throws -> Void) async throws(ChatError) {
        do { try await Self.transfers.take() } catch {
            throw ChatError(error == .full ? .overloaded : .cancelled, during: operation)
        }
        defer { Self.transfers.giveBack() }
        try await asking(during: operation, body)
    }

    private func asking<Value: Sendable>(
        during operation: String, _ body: () async throws -> Value
    ) async throws(ChatError) -> Value {
        do { return try await body() } catch {
            switch error {
            case let error as ChatError: throw error
            case is CancellationError: throw ChatError(.cancelled, during: operation)
            default:
                throw ChatError(ofWrite: error, during: operation)
                    ?? ChatError(.unavailable("\(error)"), during: operation)
            }
        }
    }
}
