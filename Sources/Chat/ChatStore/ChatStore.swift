public import Chat
internal import Concurrency
internal import SQLite
public import Sending

/// The chat in a SQLite database: every repository of `Chat`.
///
/// It keeps the rules that a repository's documentation tells, and these:
/// - Nothing is written unless all of it can be: an unknown person or message is found before the first row.
/// - A deleted message leaves its row, so that replies and read marks keep what they point to;
///   its words and its reactions are gone for good.
/// - Time in a conversation never runs backwards, even where the clock does,
///   so the message sent last is always the newest.
/// - Everyone who begins a conversation is a `member`.
///
/// Reads that take microseconds are done on the caller's thread; writes and searches in the pool of `Database`.
public final class ChatStore: Sendable {
    /// Where the chat is kept.
    public enum Storage: Hashable, Sendable {
        /// A file, made when missing, readable by its owner only.
        case file(path: String)
        /// Nowhere: the chat goes with the store.
        case memory
    }

    public let drafts: Drafts
    let location: Location
    let database: Database
    let searchBounds: SearchBounds
    let clock: Clock

    /// Opens the chat, and brings its database up to date.
    /// - Throws: an error that says whether the file can't be used or was written by a newer version.
    public convenience init(_ storage: Storage, clock: Clock) throws {
        try self.init(storage, searchBounds: SearchBounds(), clock: clock)
    }

    init(_ storage: Storage, searchBounds: SearchBounds, clock: Clock) throws {
        location =
            switch storage {
            case .file(let path): .file(path)
            case .memory: .memory
            }
        database = try Database(location, migrations: Schema.migrations)
        drafts = Drafts(database, clock: clock)
        self.searchBounds = searchBounds
        self.clock = clock
    }

    public var repositories: Repositories {
        Repositories(
            users: self, conversations: self, messages: self, reactions: self, readMarks: self, bookmarks: self,
            search: self, health: self)
    }

    /// Reads, with whatever goes wrong told as an error of the chat.
    func read<Result: Sendable>(
        during operation: String = #function, _ body: (inout Connection) throws -> Result
    ) throws(ChatError) -> Result {
        do { return try database.read(body) } catch { throw ChatError(error, during: operation) }
    }

    /// The same for what may take milliseconds, off the caller's thread.
    func longRead<Result: Sendable>(
        during operation: String = #function, _ body: @escaping @Sendable (inout Connection) throws -> Result
    ) async throws(ChatError) -> Result {
        do { return try await database.longRead(body) } catch { throw ChatError(error, during: operation) }
    }

    /// Does all that `body` does or nothing of it, off the caller's thread, with whatever goes wrong told as an error of
    /// the chat.
    func write<Result: Sendable>(
        during operation: String = #function, _ body: @escaping @Sendable (inout Connection) throws -> Result
    ) async throws(ChatError) -> Result {
        do { return try await database.write(body) } catch { throw ChatError(error, during: operation) }
    }

    /// The same on the caller's thread, which waits.
    func writeNow<Result: Sendable>(
        during operation: String = #function, _ body: (inout Connection) throws -> Result
    ) throws(ChatError) -> Result {
        do { return try database.writeNow(body) } catch { throw ChatError(error, during: operation) }
    }
}

/// What a query found to be against the rules; the operation's name is added on the way out.
enum Refusal: Error {
    case because(ChatError.Reason)

    static let notFound = because(.notFound)
    static let notParticipant = because(.notParticipant)
    static let forbidden = because(.forbidden)
}

extension ChatError {
    fileprivate init(_ error: any Error, during operation: String) {
        switch error {
        case Refusal.because(let reason): self.init(reason, during: operation)
        case is BlockingPool.Full: self.init(.unavailable("too much waits for the database"), during: operation)
        case is CancellationError: self.init(.cancelled, during: operation)
        default: self.init(.unavailable("\(error)"), during: operation)
        }
    }
}
