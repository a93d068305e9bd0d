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
    public func search(_ query: SearchQuery?, within filter: SearchFilter, as user: UserID, limit: Int)
        async throws(ChatError) -> SearchResult
    {
        let limit = min(max(limit, 1), SearchLimits.maximumHits)
        let words = query?.terms ?? []
        let isIndexed = words.contains { $0.unicodeScalars.count >= Self.shortestIndexed }
        let conditions = Conditions(words, filter, user, limit)
        let rows = try await run(
            isIndexed ? [Self.byIndex(conditions)] : [Self.byReading(conditions), Self.readsAll(user)])
        return try decode {
            SearchResult(
                hits: try rows[0].map { try $0.message() },
                coverage: isIndexed || rows[1].first?.boolean(0) == true ? .everything : .interrupted)
        }
    }

    /// What a message has to be, with the parameters of the whole query: `$1` is the person, `$2` the limit.
    private struct Conditions {
        /// Of the text.
        var text = "true"
        /// Of all else.
        var others = "messages.kind = 'text'"
        /// Of the conversation.
        var conversation = "true"
        private(set) var parameters: [any ParameterConvertible]

        init(_ words: [String], _ filter: SearchFilter, _ user: UserID, _ limit: Int) {
            parameters = [user.description, limit]
            for word in words { text += " AND messages.folded LIKE \(add(containing(word)))" }
            if let conversations = filter.conversations {
                let ids = add(TextArray(conversations.map(\.description)))
                conversation = "participants.conversation_id = ANY (\(ids)::uuid[])"
            }
            if let senders = filter.senders {
                others += " AND messages.user_id = ANY (\(add(TextArray(senders.map(\.description))))::uuid[])"
            }
            if let from = filter.from { others += " AND messages.created_at >= \(add(from.milliseconds))" }
            if let until = filter.until { others += " AND messages.created_at < \(add(until.milliseconds))" }
            for content in filter.contents {
                switch content {
                case .file, .picture:
                    let kind = content == .picture ? " AND files.type LIKE 'image/%'" : ""
                    others += " AND EXISTS (SELECT FROM files WHERE files.message_id = messages.id\(kind))"
                case .link:
                    let beginnings = SearchFilter.linkBeginnings.map { "messages.text LIKE '%\($0)%'" }
                    others += " AND (\(beginnings.joined(separator: " OR ")))"
                }
            }
        }

        private mutating func add(_ parameter: any ParameterConvertible) -> String {
            parameters.append(parameter)
            return "$\(parameters.count)"
        }
    }

    private static func byIndex(_ conditions: Conditions) -> Query {
        Query(
            """
            SELECT \(messageColumns) FROM participants
            CROSS JOIN LATERAL (
                SELECT * FROM messages
                WHERE messages.conversation_id = participants.conversation_id AND \(conditions.text)
                    AND \(conditions.others)
                -- Not in the order of an index, so that the one of words is used.
                ORDER BY created_at + 0 DESC, position DESC LIMIT $2) messages
            WHERE participants.user_id = $1 AND participants.left_at IS NULL AND \(conditions.conversation)
            ORDER BY messages.created_at DESC, messages.number DESC LIMIT $2
            """, conditions.parameters)
    }

    private static func byReading(_ conditions: Conditions) -> Query {
        Query(
            """
            SELECT \(messageColumns) FROM participants
            CROSS JOIN LATERAL (
                SELECT * FROM messages
                WHERE messages.conversation_id = participants.conversation_id AND deleted_at IS NULL
                ORDER BY created_at DESC, position DESC LIMIT \(share)) messages
            WHERE participants.user_id = $1 AND participants.left_at IS NULL AND \(conditions.conversation)
                AND \(conditions.text) AND \(conditions.others)
            ORDER BY messages.created_at DESC, messages.number DESC LIMIT $2
            """, conditions.parameters)
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
