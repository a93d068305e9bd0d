public import Chat
internal import ChatRecords
public import SQLite

/// What is kept here beside a REST backend, in a database of its own: the ledger of what was sent, and the drafts.
public final class SendLedgerDatabase: SendLedger {
    public let drafts: Drafts
    let database: Database

    /// - Throws: `SQLiteError`, `NewerDatabase`.
    public init(_ location: Location, clock: Clock = .system) throws {
        database = try Database(location, migrations: Self.migrations)
        drafts = Drafts(database, clock: clock)
    }

    /// The version of the tables that this program writes.
    public static var schemaVersion: Int { migrations.version }

    private static let migrations = Migrations([
        Drafts.schema + """
            CREATE TABLE sending (
                key BLOB PRIMARY KEY,
                message_id TEXT,
                began_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX sending_by_message ON sending (message_id);
            CREATE INDEX sending_by_beginning ON sending (began_at);
            """,
        Drafts.keySchema, Drafts.replySchema,
    ])

    public func begin(_ key: SendKey, at moment: Timestamp) async throws -> SendEntry {
        try await database.write { connection in
            let found = try connection.row(
                "SELECT message_id, began_at FROM sending WHERE key = ?", key.hash
            ) { row in (row.optionalText(0), Timestamp(milliseconds: row.integer(1))) }
            if let (message, began) = found {
                return message.flatMap { MessageID($0) }.map { .sent($0) } ?? .unknown(since: began)
            }
            try connection.run(
                "INSERT INTO sending (key, began_at) VALUES (?, ?)", key.hash, moment.milliseconds)
            try connection.run(
                "DELETE FROM sending WHERE began_at < ?", moment.adding(.zero - SendKey.memory).milliseconds)
            return .new
        }
    }

    /// A power cut may undo it, and then the message is found in the conversation when its form is sent again. Every later attempt
    /// is synced, and this with it.
    public func finish(_ key: SendKey, as message: MessageID) async throws {
        try await database.write(durability: .unsynced) { connection in
            try connection.run("UPDATE sending SET message_id = ? WHERE key = ?", message.description, key.hash)
            if !key.leavesDraft { try connection.dropDraft(of: key.user, in: key.conversation) }
        }
    }

    public func forget(_ key: SendKey) async throws {
        try await database.write { connection in try connection.run("DELETE FROM sending WHERE key = ?", key.hash) }
    }

    public func isTaken(_ message: MessageID) throws -> Bool {
        try database.read { connection in
            try connection.row("SELECT 1 FROM sending WHERE message_id = ?", message.description) { _ in true }
        } ?? false
    }
}
