public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: MessageRepository {
    /// Clamps `limit` to the valid range.
    public func messages(
        in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int
    ) async throws(ChatError) -> [Message] {
        let limit = min(max(limit, 1), MessageLimits.maximumPerRead)
        let page = "SELECT \(Self.messageColumns) FROM messages \(Self.page)"
        let place: [(any ParameterConvertible)?] = [
            conversation.description, before?.milliseconds ?? Int64.max, limit,
        ]
        let rows = try await read([
            .activeRole(of: user, in: conversation), Query(page, place),
            // In data of version 0.1 several messages may share a millisecond, and others of the oldest may be missing.
            Query(
                """
                SELECT \(Self.messageColumns) FROM messages
                WHERE conversation_id = $1 AND deleted_at IS NULL
                    AND created_at = (SELECT min(created_at) FROM (SELECT created_at FROM messages \(Self.page)) page)
                ORDER BY position LIMIT $3
                """, place),
            Query(
                """
                SELECT \(Self.reactionColumns) FROM messages JOIN reactions ON reactions.message_id = messages.id
                WHERE messages.conversation_id = $1 AND messages.created_at < $2 AND messages.created_at >=
                    (SELECT min(created_at) FROM (SELECT created_at FROM messages \(Self.page)) page)
                ORDER BY reactions.number
                """, place),
        ])
        return try decode {
            guard rows[0].first != nil else { throw ChatError.Reason.notParticipant }
            var messages = try rows[1].map { try $0.message() }
            let earliest = try rows[2].map { try $0.message() }
            let shared = messages.reversed().prefix { $0.createdAt == earliest.first?.createdAt }.count
            if messages.count == limit, shared < earliest.count {
                messages.replaceSubrange((messages.count - shared)..., with: earliest.prefix(shared).reversed())
            }
            return messages.with(try rows[3].reactions())
        }
    }

    /// Clamps `limit` to the valid range.
    public func messages(
        in conversation: ConversationID, as user: UserID, from moment: Timestamp, limit: Int
    ) async throws(ChatError) -> [Message] {
        let limit = min(max(limit, 1), MessageLimits.maximumPerRead)
        let rows = try await read([
            .activeRole(of: user, in: conversation),
            Query(
                """
                SELECT \(Self.messageColumns) FROM messages
                WHERE conversation_id = $1 AND created_at >= $2 AND deleted_at IS NULL
                ORDER BY created_at, position LIMIT $3
                """, conversation.description, moment.milliseconds, limit),
        ])
        return try await withReactions(
            try decode {
                guard rows[0].first != nil else { throw ChatError.Reason.notParticipant }
                return try rows[1].map { try $0.message() }
            })
    }

    public func newest(inEach conversations: [ConversationID], as user: UserID)
        async throws(ChatError) -> [ConversationID: Message]
    {
        let rows = try await read(
            Query(
                """
                SELECT \(Self.messageColumns) FROM unnest($1::uuid[]) AS asked (id)
                JOIN participants ON participants.conversation_id = asked.id AND participants.user_id = $2
                    AND participants.left_at IS NULL
                CROSS JOIN LATERAL (
                    SELECT * FROM messages WHERE conversation_id = asked.id AND deleted_at IS NULL
                    ORDER BY created_at DESC, position DESC LIMIT 1) messages
                """, TextArray(conversations), user.description))
        let messages = try await withReactions(try decode { try rows.map { try $0.message() } })
        return Dictionary(messages.map { ($0.conversation, $0) }) { first, _ in first }
    }

    public func find(_ ids: Set<MessageID>, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> [MessageID: Message]
    {
        let rows = try await read([
            .activeRole(of: user, in: conversation),
            Query(
                """
                SELECT \(Self.messageColumns) FROM messages
                WHERE id = ANY ($1::uuid[]) AND conversation_id = $2 AND deleted_at IS NULL
                """, TextArray(ids), conversation.description),
            Self.reactions(to: ids),
        ])
        return try decode {
            guard rows[0].first != nil else { throw ChatError.Reason.notParticipant }
            let messages = try rows[1].map { try $0.message() }.with(try rows[2].reactions())
            return Dictionary(messages.map { ($0.id, $0) }) { first, _ in first }
        }
    }

    /// Ignores `moment`, as messages are found by their id.
    public func message(_ id: MessageID, in conversation: ConversationID, as user: UserID, sentAt moment: Timestamp?)
        async throws(ChatError) -> Message
    {
        guard let message = try await find([id], in: conversation, as: user)[id] else {
            throw ChatError(.notFound, during: "message")
        }
        return message
    }

    public func send(_ message: NewMessage) async throws(ChatError) -> Message {
        do throws(ChatError) {
            guard case .sent(let message) = try await send(message, hash: nil) else {
                throw ChatError(.unexpectedAnswer("a message without a key is repeated"), during: "send")
            }
            return message
        } catch  where error.reason == .noLongerParticipant {
            throw ChatError(.notParticipant, during: error.operation)
        }
    }

    public func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        // The lock comes first: then the other statement sees all reactions that were added before.
        let rows = try await run([
            .lock(message),
            Query(
                """
                WITH place AS MATERIALIZED (
                    SELECT id, kind, user_id, files FROM messages WHERE id = $1 AND conversation_id = $2),
                role AS MATERIALIZED (
                    SELECT role FROM participants WHERE conversation_id = $2 AND user_id = $3 AND left_at IS NULL),
                allowed AS MATERIALIZED (
                    SELECT place.id FROM place, role
                    WHERE role.role = 'admin' OR (place.kind = 'text' AND place.user_id = $3)),
                deleted AS (
                    UPDATE messages SET text = NULL, folded = NULL, files = NULL,
                        deleted_at = coalesce($4::bigint, milliseconds_now())
                    WHERE id IN (SELECT id FROM allowed) AND deleted_at IS NULL RETURNING id),
                unreacted AS (DELETE FROM reactions WHERE message_id IN (SELECT id FROM deleted))
                SELECT EXISTS (SELECT FROM place), EXISTS (SELECT FROM role), EXISTS (SELECT FROM allowed),
                    EXISTS (SELECT FROM place WHERE files IS NOT NULL)
                """, message.description, conversation.description, user.description, now),
        ])[1]
        hints.note(.conversation(conversation))
        try decode {
            guard let row = rows.first, row.boolean(0) else { throw ChatError.Reason.notFound }
            guard row.boolean(1) else { throw ChatError.Reason.notParticipant }
            guard row.boolean(2) else { throw ChatError.Reason.forbidden }
        }
        if rows.first?.boolean(3) == true { dropReleasedSoon() }
    }

    public func conversation(of message: MessageID) async throws(ChatError) -> ConversationID {
        let rows = try await run(
            Query("SELECT conversation_id FROM messages WHERE id = $1", message.description))
        return try decode {
            guard let row = rows.first else { throw ChatError.Reason.notFound }
            return try row.identifier(0)
        }
    }

    /// The newest messages of a conversation, given the moment before which they were sent and how many.
    private static let page = """
        WHERE conversation_id = $1 AND created_at < $2 AND deleted_at IS NULL
        ORDER BY created_at DESC, position DESC LIMIT $3
        """

    static let messageColumns = """
        messages.id, messages.conversation_id, messages.kind, messages.user_id, messages.text, messages.reply_to,
        messages.created_at, \(PackedFiles.ofMessage), messages.edited_at, messages.replies,
        CASE WHEN messages.replies IS NOT NULL THEN (
            SELECT threads.id FROM conversations AS threads WHERE threads.root = messages.id) END
        """

    private func withReactions(_ messages: [Message]) async throws(ChatError) -> [Message] {
        guard !messages.isEmpty else { return [] }
        let rows = try await run(Self.reactions(to: messages.map(\.id)))
        return try decode { messages.with(try rows.reactions()) }
    }

    private static func reactions(to messages: some Sequence<MessageID>) -> Query {
        Query(
            "SELECT \(reactionColumns) FROM reactions WHERE message_id = ANY ($1::uuid[]) ORDER BY number",
            TextArray(messages))
    }
}

extension Query {
    /// Locks a message until the end of the transaction, so that it is not deleted meanwhile.
    static func lock(_ message: MessageID) -> Query {
        Query("SELECT 1 FROM messages WHERE id = $1 FOR NO KEY UPDATE", message.description)
    }

    /// The role of an active participant; no row for others, also if there is no such conversation or person.
    static func activeRole(of user: UserID, in conversation: ConversationID) -> Query {
        Query(
            "SELECT role FROM participants WHERE conversation_id = $1 AND user_id = $2 AND left_at IS NULL",
            conversation.description, user.description)
    }

    /// Adds a system message to a conversation, which must exist.
    static func append(
        _ kind: MessageKind, of user: UserID, text: String?, to conversation: ConversationID, now: Int64?
    ) -> Query {
        Query(
            """
            WITH place AS (
                UPDATE conversations SET last_position = last_position + 1,
                    last_at = greatest(coalesce($2::bigint, milliseconds_now()), last_at + 1)
                WHERE id = $1 RETURNING last_position, last_at)
            INSERT INTO messages (id, conversation_id, position, kind, user_id, text, created_at)
            SELECT $3, $1, last_position, $4, $5, $6, last_at FROM place
            """, conversation.description, now, MessageID.random().description, kind.rawValue, user.description, text)
    }
}

extension Row {
    func message() throws -> Message {
        Message(
            id: try identifier(0), conversation: try identifier(1),
            content: MessageKind.content(
                MessageKind(rawValue: text(2)), user: try identifier(3), text: optionalText(4)),
            replyTo: try optionalIdentifier(5), createdAt: timestamp(6), reactions: [],
            attachments: try attachments(7), editedAt: optionalTimestamp(8), thread: try thread(9))
    }

    /// How many replies, and where they are.
    private func thread(_ column: Int) throws -> MessageThread? {
        guard let replies = optionalInteger(column), replies > 0 else { return nil }
        let conversation: ConversationID? = try optionalIdentifier(column + 1)
        return conversation.map { MessageThread(conversation: $0, replies: Int(replies)) }
    }
}

extension [Message] {
    func with(_ reactions: [MessageID: [Reaction]]) -> [Message] {
        map { message in
            var message = message
            message.reactions = reactions[message.id] ?? []
            return message
        }
    }
}
