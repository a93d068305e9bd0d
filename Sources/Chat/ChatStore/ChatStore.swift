public import Chat
public import ChatRecords
internal import Concurrency
internal import Files
internal import SQLite
public import Sending

/// The chat in a SQLite database: every repository of `Chat`.
///
/// It follows the documentation of the repositories, and these rules:
/// - A change is written completely or not at all: an unknown person or message is rejected before the first row.
/// - The row of a deleted message stays, so that replies and read marks still refer to a message; its text and its
///   reactions are deleted.
/// - Messages of a conversation have increasing times, even if the clock is set back, so the message sent last is always
///   the newest.
/// - All initial participants of a conversation have the role `member`.
///
/// Reads that take microseconds run on the caller's thread; writes and searches run in the pool of `Database`.
public final class ChatStore: Sendable {
    /// Where the chat is kept.
    public enum Storage: Hashable, Sendable {
        /// A file, readable by its owner only; created if missing.
        case file(path: String)
        /// Memory: the chat is lost with the store.
        case memory
    }

    public typealias FileKeeping = ChatRecords.FileKeeping

    /// The version of the tables that this program writes.
    public static var schemaVersion: Int { Schema.migrations.version }

    public let drafts: Drafts
    let location: Location
    let database: Database
    let fileKeeping: FileKeeping?
    /// Those who bring a content to a store that is reached over the network, and those who delete it.
    let contentTurns = Turns<ContentHash>()
    /// The deletion of contents from such a store, once at a time and after what was deleted: nobody waits for it.
    let releasing = GatheredWork<Int>(keysAtOnce: 1)
    let searchBounds: SearchBounds
    let personalDataLimits: PersonalDataLimits
    let clock: Clock

    /// Opens the chat, and brings its database up to date.
    ///
    /// - Parameter files: where the files of messages are kept; `nil` where none can be uploaded. Those of messages are
    ///   read and deleted nevertheless, and their contents by a process that knows where they are.
    /// - Throws: `SQLiteError`; `NewerDatabase` if a newer version wrote the file.
    public convenience init(_ storage: Storage, files: FileKeeping? = nil, clock: Clock) throws {
        try self.init(storage, files: files, searchBounds: SearchBounds(), clock: clock)
    }

    init(
        _ storage: Storage, files: FileKeeping? = nil, searchBounds: SearchBounds,
        personalDataLimits: PersonalDataLimits = PersonalDataLimits(), clock: Clock
    ) throws {
        fileKeeping = files
        location =
            switch storage {
            case .file(let path): .file(path)
            case .memory: .memory
            }
        database = try Database(location, migrations: Schema.migrations)
        drafts = Drafts(database, clock: clock)
        self.searchBounds = searchBounds
        self.personalDataLimits = personalDataLimits
        self.clock = clock
    }

    public var repositories: Repositories {
        Repositories(
            users: self, conversations: self, messages: self, reactions: self, readMarks: self, bookmarks: self,
            search: self, health: self, editing: self, pins: self, groups: self, invites: self,
            receipts: self, openGroups: self, pictures: self, threads: self)
    }

    /// The files of messages; `nil` where none are kept.
    public var files: StoredFiles? { fileKeeping.map { StoredFiles(store: self, $0) } }

    /// A number that changes when another process writes to the chat, such as a command of the operator.
    public func foreignVersion() throws -> Int64 { try database.foreignVersion() }

    /// Reads; every error becomes a `ChatError`.
    func read<Result: Sendable>(
        during operation: String = #function, _ body: (inout Connection) throws -> Result
    ) throws(ChatError) -> Result {
        do { return try database.read(body) } catch { throw ChatError(error, during: operation) }
    }

    /// The same for several queries: they see the database at one moment, and it is locked once.
    func snapshot<Result: Sendable>(
        during operation: String = #function, _ body: (inout Connection) throws -> Result
    ) throws(ChatError) -> Result {
        try read(during: operation) { connection in try connection.snapshot(body) }
    }

    /// The same for reads that may take milliseconds, in the pool.
    func longRead<Result: Sendable>(
        during operation: String = #function, _ body: @escaping @Sendable (inout Connection) throws -> Result
    ) async throws(ChatError) -> Result {
        do { return try await database.longRead(body) } catch { throw ChatError(error, during: operation) }
    }

    /// Runs `body` in a transaction, in the pool; every error becomes a `ChatError`.
    func write<Result: Sendable>(
        durability: Durability = .synced, during operation: String = #function,
        _ body: @escaping @Sendable (inout Connection) throws -> Result
    ) async throws(ChatError) -> Result {
        do { return try await database.write(durability: durability, body) } catch {
            throw ChatError(error, during: operation)
        }
    }

    /// The same on the caller's thread.
    func writeNow<Result: Sendable>(
        during operation: String = #function, _ body: (inout Connection) throws -> Result
    ) throws(ChatError) -> Result {
        do { return try database.writeNow(body) } catch { throw ChatError(error, during: operation) }
    }
}

extension ChatError {
    init(_ error: any Error, during operation: String) {
        switch error {
        case let error as ChatError: self = error
        // A query threw it; the operation's name is added here.
        case let reason as Reason: self.init(reason, during: operation)
        case is CancellationError: self.init(.cancelled, during: operation)
        default:
            self =
                ChatError(ofWrite: error, during: operation)
                ?? ChatError(.unavailable("\(error)"), during: operation)
        }
    }
}
