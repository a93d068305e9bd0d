public import Chat
import SQLite

extension Desk {
    /// The longest draft that is kept, in Unicode scalars: longer than what may be sent, for it may be shortened yet.
    public static let maximumDraftCharacters = 10 * MessageText.maximumCharacters

    /// Keeps what was typed; nothing but white space is none.
    public func keep(draft text: String, of user: UserID, in conversation: ConversationID) throws {
        guard text.contains(where: { !$0.isWhitespace }) else { return try dropDraft(of: user, in: conversation) }
        writers.insert(user)
        let kept = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maximumDraftCharacters)))
        try database.writeNow { connection in
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

    public func dropDraft(of user: UserID, in conversation: ConversationID) throws {
        try database.writeNow { connection in
            try connection.run(
                "DELETE FROM draft WHERE user_id = ? AND conversation_id = ?", user.description,
                conversation.description)
        }
    }

    /// The drafts of one person, by conversation.
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
