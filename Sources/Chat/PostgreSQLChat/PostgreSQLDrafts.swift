public import Chat
internal import PostgreSQL

/// The drafts, in the table `drafts`.
public final class PostgreSQLDrafts: DraftRepository {
    private let database: Database
    private let time: PostgreSQLChatStore.Time

    init(_ database: Database, time: PostgreSQLChatStore.Time) {
        self.database = database
        self.time = time
    }

    public func keep(draft: Draft, of user: UserID, in conversation: ConversationID) async throws {
        guard draft.text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            _ = try await run(
                Query(
                    "DELETE FROM drafts WHERE user_id = $1 AND conversation_id = $2", user.description,
                    conversation.description))
            return
        }
        let kept = String(String.UnicodeScalarView(draft.text.unicodeScalars.prefix(DraftLimits.maximumCharacters)))
        _ = try await run(
            Query(
                """
                INSERT INTO drafts (user_id, conversation_id, text, updated_at, form_key, reply_to)
                VALUES ($1, $2, $3, coalesce($4::bigint, milliseconds_now()), $5, $6)
                ON CONFLICT (user_id, conversation_id) DO UPDATE SET
                    text = excluded.text, updated_at = excluded.updated_at, reply_to = excluded.reply_to,
                    form_key = coalesce(
                        excluded.form_key, CASE WHEN drafts.text = excluded.text THEN drafts.form_key END)
                """, user.description, conversation.description, kept, time.now, draft.key?.description,
                draft.reply?.description))
    }

    public func draft(of user: UserID, in conversation: ConversationID) async throws -> Draft? {
        try await read(
            Query(
                "SELECT text, form_key, reply_to FROM drafts WHERE user_id = $1 AND conversation_id = $2",
                user.description, conversation.description)
        ).first.map { row in
            Draft(
                row.text(0), key: row.optionalText(1).flatMap { FormKey($0) },
                reply: row.optionalText(2).flatMap { MessageID($0) })
        }
    }

    public func drafts(of user: UserID) async throws -> [ConversationID: String] {
        let rows = try await read(
            Query("SELECT conversation_id, text FROM drafts WHERE user_id = $1", user.description)
        ).map { row in (ConversationID(row.text(0)), row.text(1)) }
        return Dictionary(rows.compactMap { id, text in id.map { ($0, text) } }) { first, _ in first }
    }

    private func read(_ query: Query, during operation: String = #function) async throws(ChatError) -> Rows {
        do { return try await database.read(query) } catch { throw ChatError(error, during: operation) }
    }

    private func run(_ query: Query, during operation: String = #function) async throws(ChatError) -> Rows {
        do { return try await database.run(query) } catch { throw ChatError(error, during: operation) }
    }
}
