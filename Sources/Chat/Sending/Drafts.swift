public import Chat
public import SQLite

/// The drafts, in the table `draft` of a database.
public final class Drafts: DraftRepository {
    /// Makes the table.
    public static let schema = """
        CREATE TABLE draft (
            user_id TEXT NOT NULL,
            conversation_id TEXT NOT NULL,
            text TEXT NOT NULL,
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (user_id, conversation_id)
        ) STRICT, WITHOUT ROWID;

        """

    private let database: Database
    private let clock: Clock
    private let writers: DraftWriters

    public init(_ database: Database, clock: Clock) {
        self.database = database
        self.clock = clock
        writers = DraftWriters(database)
    }

    public func keep(draft text: String, of user: UserID, in conversation: ConversationID) async throws {
        guard text.contains(where: { !$0.isWhitespace }) else {
            return try await database.write { try $0.dropDraft(of: user, in: conversation) }
        }
        writers.insert(user)
        let kept = String(String.UnicodeScalarView(text.unicodeScalars.prefix(DraftLimits.maximumCharacters)))
        try await database.write { [clock] connection in
            try connection.run(
                """
                INSERT INTO draft (user_id, conversation_id, text, updated_at) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at
                """, user.description, conversation.description, kept, clock.now().milliseconds)
        }
    }

    public func draft(of user: UserID, in conversation: ConversationID) throws -> String? {
        guard try writers.mayInclude(user) else { return nil }
        return try database.read { connection in
            try connection.row(
                "SELECT text FROM draft WHERE user_id = ? AND conversation_id = ?", user.description,
                conversation.description
            ) { row in row.text(0) }
        }
    }

    public func drafts(of user: UserID) throws -> [ConversationID: String] {
        guard try writers.mayInclude(user) else { return [:] }
        let rows = try database.read { connection in
            try connection.rows("SELECT conversation_id, text FROM draft WHERE user_id = ?", user.description) { row in
                (row.text(0), row.text(1))
            }
        }
        return Dictionary(rows.compactMap { id, text in ConversationID(id).map { ($0, text) } }) { first, _ in first }
    }
}

extension Connection {
    /// Drops a draft as a part of a greater change.
    public mutating func dropDraft(of user: UserID, in conversation: ConversationID) throws {
        try run(
            "DELETE FROM draft WHERE user_id = ? AND conversation_id = ?", user.description, conversation.description)
    }
}
