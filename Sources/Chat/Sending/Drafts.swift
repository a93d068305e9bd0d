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

    /// Adds the key, in a step after `schema`.
    public static let keySchema = "ALTER TABLE draft ADD COLUMN form_key TEXT;"

    /// Adds the message that the draft replies to, in a step after `keySchema`.
    public static let replySchema = "ALTER TABLE draft ADD COLUMN reply_to TEXT;"

    private let database: Database
    private let clock: Clock
    private let writers: DraftWriters

    public init(_ database: Database, clock: Clock) {
        self.database = database
        self.clock = clock
        writers = DraftWriters(database)
    }

    public func keep(draft: Draft, of user: UserID, in conversation: ConversationID) async throws {
        guard draft.text.contains(where: { !$0.isWhitespace }) else {
            return try await database.write { try $0.dropDraft(of: user, in: conversation) }
        }
        writers.insert(user)
        let kept = String(String.UnicodeScalarView(draft.text.unicodeScalars.prefix(DraftLimits.maximumCharacters)))
        try await database.write { [clock] connection in
            try connection.run(
                """
                INSERT INTO draft (user_id, conversation_id, text, updated_at, form_key, reply_to)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at,
                    reply_to = excluded.reply_to,
                    form_key = coalesce(excluded.form_key, iif(text = excluded.text, form_key, NULL))
                """, user.description, conversation.description, kept, clock.now().milliseconds,
                draft.key?.description, draft.reply?.description)
        }
    }

    public func draft(of user: UserID, in conversation: ConversationID) throws -> Draft? {
        guard try writers.mayInclude(user) else { return nil }
        return try database.read { connection in
            try connection.row(
                "SELECT text, form_key, reply_to FROM draft WHERE user_id = ? AND conversation_id = ?",
                user.description,
                conversation.description
            ) { row in
                Draft(
                    row.text(0), key: row.optionalText(1).flatMap { FormKey($0) },
                    reply: row.optionalText(2).flatMap { MessageID($0) })
            }
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

    /// Drops all drafts of a person who is deleted.
    public mutating func dropDrafts(of user: UserID) throws {
        try run("DELETE FROM draft WHERE user_id = ?", user.description)
    }
}
