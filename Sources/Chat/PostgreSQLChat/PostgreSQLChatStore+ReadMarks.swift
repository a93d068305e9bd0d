public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: ReadMarkRepository {
    public func mark(
        _ message: MessageID, asReadIn conversation: ConversationID, by user: UserID
    ) async throws(ChatError) -> ReadMark {
        try await setMark(message, in: conversation, by: user, onlyForward: false)
    }

    public func advance(
        to message: MessageID, in conversation: ConversationID, by user: UserID
    ) async throws(ChatError) -> ReadMark {
        try await setMark(message, in: conversation, by: user, onlyForward: true)
    }

    private func setMark(
        _ message: MessageID, in conversation: ConversationID, by user: UserID, onlyForward: Bool
    ) async throws(ChatError) -> ReadMark {
        let rows = try await run([
            Query(
                """
                WITH active AS MATERIALIZED (
                    SELECT 1 FROM participants WHERE conversation_id = $1 AND user_id = $2 AND left_at IS NULL),
                place AS MATERIALIZED (SELECT position FROM messages WHERE id = $3 AND conversation_id = $1),
                marked AS (
                    INSERT INTO read_marks (id, conversation_id, user_id, message_id, updated_at)
                    SELECT $4, $1, $2, $3, coalesce($5::bigint, milliseconds_now()) FROM active, place
                    ON CONFLICT (conversation_id, user_id)
                    DO UPDATE SET message_id = excluded.message_id, updated_at = excluded.updated_at
                    WHERE NOT $6::boolean OR (SELECT position FROM place)
                        > (SELECT position FROM messages WHERE id = read_marks.message_id))
                SELECT EXISTS (SELECT FROM active), EXISTS (SELECT FROM place)
                """, conversation.description, user.description, message.description,
                ReadMarkID.random().description, now, onlyForward),
            // Sees what was set by the statement before it, or by others while that waited.
            Query(
                "SELECT id, message_id, updated_at FROM read_marks WHERE conversation_id = $1 AND user_id = $2",
                conversation.description, user.description),
        ])
        hints.note(.person(user))
        return try decode {
            guard let row = rows[0].first, row.boolean(0) else { throw ChatError.Reason.notParticipant }
            guard row.boolean(1), let mark = rows[1].first else {
                throw ChatError.Reason.invalid("lastReadMessageId must belong to the conversation")
            }
            return ReadMark(
                id: try mark.identifier(0), conversation: conversation, user: user, lastRead: try mark.identifier(1),
                updatedAt: mark.timestamp(2))
        }
    }

    /// Deleted messages don't count, because they can't be read.
    public func unreadCount(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> Int {
        let rows = try await read(
            Query(
                """
                SELECT conversations.last_position - coalesce(messages.position, 0) - (
                    SELECT count(*) FROM messages AS deleted
                    WHERE deleted.conversation_id = conversations.id AND deleted.deleted_at IS NOT NULL
                        AND deleted.position > coalesce(messages.position, 0))
                FROM participants
                JOIN conversations ON conversations.id = participants.conversation_id
                LEFT JOIN read_marks USING (conversation_id, user_id)
                LEFT JOIN messages ON messages.id = read_marks.message_id
                WHERE participants.conversation_id = $1 AND participants.user_id = $2
                    AND participants.left_at IS NULL
                """, conversation.description, user.description))
        return try decode {
            guard let row = rows.first else { throw ChatError.Reason.notParticipant }
            return Int(row.integer(0))
        }
    }

    public func lastRead(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> LastRead {
        let rows = try await read([
            .activeRole(of: user, in: conversation),
            Query(
                """
                SELECT messages.id, messages.created_at FROM read_marks JOIN messages ON messages.id = read_marks.message_id
                WHERE read_marks.conversation_id = $1 AND read_marks.user_id = $2
                """, conversation.description, user.description),
        ])
        return try decode {
            guard rows[0].first != nil else { throw ChatError.Reason.notParticipant }
            guard let row = rows[1].first else { return .nothing }
            return .message(try row.identifier(0), sentAt: row.timestamp(1))
        }
    }
}
