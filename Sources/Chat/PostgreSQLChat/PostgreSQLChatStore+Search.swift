public import Chat
internal import PostgreSQL

extension PostgreSQLChatStore: MessageSearch {
    /// The shortest word that the index of trigrams can find (https://www.postgresql.org/docs/15/pgtrgm.html).
    private static let shortestIndexed = 3
    /// How many messages a search without such a word reads, an equal part of each conversation.
    static let messagesRead = 50_000

    /// Reads the conversations in which `user` is active, and no others. Where each word has fewer than three characters,
    /// only the newest messages of each conversation are searched if there are too many, and the coverage is
    /// `.interrupted`. Hits have no reactions.
    public func search(_ query: SearchQuery, as user: UserID, limit: Int) async throws(ChatError) -> SearchResult {
        let limit = min(max(limit, 1), SearchLimits.maximumHits)
        let isIndexed = query.terms.contains { $0.unicodeScalars.count >= Self.shortestIndexed }
        let rows = try await run(
            isIndexed
                ? [Self.byIndex(query.terms, user, limit)]
                : [Self.byReading(query.terms, user, limit), Self.readsAll(user)])
        return try decode {
            SearchResult(
                hits: try rows[0].map { try $0.message() },
                coverage: isIndexed || rows[1].first?.boolean(0) == true ? .everything : .interrupted)
        }
    }

    private static func byIndex(_ words: [String], _ user: UserID, _ limit: Int) -> Query {
        Query(
            """
            SELECT \(messageColumns) FROM participants
            CROSS JOIN LATERAL (
                SELECT * FROM messages
                WHERE messages.conversation_id = participants.conversation_id AND \(conditions(words.count))
                -- Not in the order of an index, so that the one of words is used.
                ORDER BY created_at + 0 DESC, position DESC LIMIT $2) messages
            WHERE participants.user_id = $1 AND participants.left_at IS NULL
            ORDER BY messages.created_at DESC, messages.number DESC LIMIT $2
            """, [user.description, limit] + words.map { containing($0) })
    }

    private static func byReading(_ words: [String], _ user: UserID, _ limit: Int) -> Query {
        Query(
            """
            SELECT \(messageColumns) FROM participants
            CROSS JOIN LATERAL (
                SELECT * FROM messages
                WHERE messages.conversation_id = participants.conversation_id AND deleted_at IS NULL
                ORDER BY created_at DESC, position DESC LIMIT \(share)) messages
            WHERE participants.user_id = $1 AND participants.left_at IS NULL AND \(conditions(words.count))
            ORDER BY messages.created_at DESC, messages.number DESC LIMIT $2
            """, [user.description, limit] + words.map { containing($0) })
    }

    /// The words are parameters from `$3` on.
    private static func conditions(_ words: Int) -> String {
        (0..<words).map { "messages.folded LIKE $\($0 + 3)" }.joined(separator: " AND ")
    }

    /// Whether `byReading` reads all messages of all conversations.
    private static func readsAll(_ user: UserID) -> Query {
        Query(
            """
            SELECT coalesce(max(conversations.last_position), 0) <= \(share)
            FROM participants JOIN conversations ON conversations.id = participants.conversation_id
            WHERE participants.user_id = $1 AND participants.left_at IS NULL
            """, user.description)
    }

    /// How many messages are read of each conversation.
    private static let share = """
        \(messagesRead) / (
            SELECT greatest(count(*), 1) FROM participants WHERE user_id = $1 AND left_at IS NULL)
        """
}
