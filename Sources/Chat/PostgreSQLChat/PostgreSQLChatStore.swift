public import Chat
public import ChatRecords
internal import Concurrency
public import PostgreSQL

/// The chat in a PostgreSQL database, which several processes use at once: every repository of `Chat`.
///
/// It follows the rules of `ChatStore`. What comes first and what is newer is decided by the database: a message gets its
/// time and its position in the transaction that stores it, under a lock of its conversation.
public final class PostgreSQLChatStore: Sendable {
    /// Where the time of what is stored comes from.
    public enum Time: Sendable {
        /// The clock of the database's server, which all processes share.
        case ofServer
        /// For tests.
        case of(Clock)
    }

    public static var tables: Migrations { Schema.migrations }

    /// The version of the tables that this program writes.
    public static var schemaVersion: Int { Schema.migrations.version }

    public let drafts: PostgreSQLDrafts
    let hints: ChangeHints
    let database: Database
    let fileKeeping: FileKeeping?
    private let time: Time
    let personalDataLimits: PersonalDataLimits
    /// The deletion of old keys, once at a time and after what was sent: nobody waits for it.
    let forgetting = GatheredWork<Int>(keysAtOnce: 1)
    /// The deletion of contents that nothing refers to any more, once at a time.
    let releasing = GatheredWork<Int>(keysAtOnce: 1)
    let sending = Batches<ConversationID, OutgoingMessage, Row, ChatError>(
        itemsAtOnce: messagesAtOnce, itemsWaiting: messagesWaiting, full: ChatError(.overloaded, during: "send"))

    /// A store in a database that `migrate` has brought up to date.
    ///
    /// - Parameters:
    ///   - files: where all processes keep the files of messages; `nil` where none can be uploaded. Those of messages are
    ///     read and deleted nevertheless, and their contents by a process that knows where they are.
    ///   - signals: those of this process; `nil` for some of its own.
    public convenience init(
        _ database: Database, files: FileKeeping? = nil, time: Time = .ofServer, signals: Signals? = nil
    ) {
        self.init(database, files: files, personalDataLimits: PersonalDataLimits(), time: time, signals: signals)
    }

    init(
        _ database: Database, files: FileKeeping? = nil, personalDataLimits: PersonalDataLimits, time: Time,
        signals: Signals? = nil
    ) {
        self.database = database
        fileKeeping = files
        self.time = time
        self.personalDataLimits = personalDataLimits
        drafts = PostgreSQLDrafts(database, time: time)
        hints = ChangeHints(signals: signals ?? Signals(database))
    }

    /// Makes the tables, or brings them up to date.
    /// - Returns: the version before; 0 for a new database.
    @discardableResult public static func migrate(_ database: Database) async throws -> Int {
        try await Schema.migrations.apply(to: database)
    }

    /// The version of the tables in a database; `nil` where there are none.
    public static func schemaVersion(in database: Database) async throws(PostgreSQLError) -> Int? {
        try await Schema.migrations.found(in: database)
    }

    public var repositories: Repositories {
        Repositories(
            users: self, conversations: self, messages: self, reactions: self, readMarks: self, bookmarks: self,
            search: self, health: self, editing: self, pins: self, groups: self, invites: self,
            receipts: self, openGroups: self, pictures: self, threads: self)
    }

    /// The files of messages; `nil` where none are kept.
    public var files: PostgreSQLFiles? { fileKeeping.map { PostgreSQLFiles(store: self, $0) } }

    /// A parameter for `coalesce($1::bigint, milliseconds_now())`.
    var now: Int64? { time.now }

    /// Runs queries in one round trip; every error becomes a `ChatError`.
    func run(_ queries: [Query], during operation: String = #function) async throws(ChatError) -> [Rows] {
        do { return try await database.run(queries) } catch { throw ChatError(error, during: operation) }
    }

    @discardableResult
    func run(_ query: Query, during operation: String = #function) async throws(ChatError) -> Rows {
        try await run([query], during: operation)[0]
    }

    /// Runs queries that change nothing, together with others of the same page.
    func read(_ queries: [Query], during operation: String = #function) async throws(ChatError) -> [Rows] {
        do { return try await database.read(queries) } catch { throw ChatError(error, during: operation) }
    }

    func read(_ query: Query, during operation: String = #function) async throws(ChatError) -> Rows {
        try await read([query], during: operation)[0]
    }

    /// Runs `body` in a transaction; every error becomes a `ChatError`.
    func transaction<Value>(
        during operation: String = #function, _ body: (Transaction) async throws -> Value
    ) async throws(ChatError) -> Value {
        do { return try await database.transaction(.readCommitted, body) } catch {
            throw ChatError(error, during: operation)
        }
    }

    /// Reads what a query has brought; every error becomes a `ChatError`.
    func decode<Value>(during operation: String = #function, _ body: () throws -> Value) throws(ChatError) -> Value {
        do { return try body() } catch { throw ChatError(error, during: operation) }
    }
}

extension PostgreSQLChatStore.Time {
    var now: Int64? { if case .of(let clock) = self { clock.now().milliseconds } else { nil } }
}

extension ChatError {
    init(_ error: any Error, during operation: String) {
        switch error {
        case let error as ChatError: self = error
        // A query threw it; the operation's name is added here.
        case let reason as Reason: self.init(reason, during: operation)
        case let error as PostgreSQLError: self.init(Reason(error), during: operation)
        case is CancellationError: self.init(.cancelled, during: operation)
        default:
            self =
                ChatError(ofWrite: error, during: operation)
                ?? ChatError(.unavailable("\(error)"), during: operation)
        }
    }
}

extension ChatError.Reason {
    init(_ error: PostgreSQLError) {
        self =
            switch error {
            case .unreachable: .unavailable("\(error)")
            // It may have been carried out.
            case .lost: .timedOut
            case .overloaded: .overloaded
            case .refused where error.isDiskFull: .diskFull
            case .refused where error.isReadOnly: .notWritable("\(error)")
            case .refused where error.isTimeout: .timedOut
            case .refused: .serverFault("\(error)")
            }
    }
}
