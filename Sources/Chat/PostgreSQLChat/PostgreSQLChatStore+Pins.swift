public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: MessagePins {
    public func pins(
        in conversation: ConversationID, as user: UserID
    ) async throws(ChatError) -> [PinnedMessage] {
        let rows = try await read([
            .activeRole(of: user, in: conversation),
            Query(
                "SELECT message_id, pinned_at FROM pins WHERE conversation_id = $1 ORDER BY number DESC LIMIT $2",
                conversation.description, MessageLimits.maximumPins),
        ])
        let pinned = try decode {
            guard rows[0].first != nil else { throw ChatError.Reason.notParticipant }
            return try rows[1].map { (id: try $0.identifier(0) as MessageID, at: $0.timestamp(1)) }
        }
        guard !pinned.isEmpty else { return [] }
        let messages = try await find(Set(pinned.map(\.id)), in: conversation, as: user)
        return pinned.compactMap { pin in
            messages[pin.id].map { PinnedMessage(message: $0, pinnedAt: pin.at) }
        }
    }

    public func pin(
        _ message: MessageID, in conversation: ConversationID, as user: UserID
    ) async throws(ChatError) {
        // The locks come first: then the other statement sees all pins that were added before.
        let rows = try await run([
            .lock(message),
            Query("SELECT 1 FROM conversations WHERE id = $1 FOR NO KEY UPDATE", conversation.description),
            Query(
                """
                WITH place AS MATERIALIZED (
                    SELECT kind, deleted_at FROM messages WHERE id = $1 AND conversation_id = $2),
                role AS MATERIALIZED (
                    SELECT role FROM participants WHERE conversation_id = $2 AND user_id = $3 AND left_at IS NULL),
                known AS MATERIALIZED (SELECT 1 FROM pins WHERE message_id = $1),
                room AS MATERIALIZED (SELECT 1 FROM conversations WHERE id = $2 AND pinned < $4),
                pinned AS (
                    INSERT INTO pins (conversation_id, message_id, pinned_at)
                    SELECT $2, $1, coalesce($5::bigint, milliseconds_now()) FROM place, role, room
                    WHERE kind = 'text' AND deleted_at IS NULL AND NOT EXISTS (SELECT FROM known))
                SELECT EXISTS (SELECT FROM place WHERE deleted_at IS NULL), EXISTS (SELECT FROM role),
                    EXISTS (SELECT FROM place WHERE kind = 'text'),
                    EXISTS (SELECT FROM known) OR EXISTS (SELECT FROM room), EXISTS (SELECT FROM place)
                """, message.description, conversation.description, user.description, MessageLimits.maximumPins, now),
        ])[2]
        hints.note(.conversation(conversation))
        try decode {
            guard let row = rows.first, row.boolean(4) else { throw ChatError.Reason.notFound }
            guard row.boolean(1) else { throw ChatError.Reason.notParticipant }
            guard row.boolean(0) else { throw ChatError.Reason.notFound }
            guard row.boolean(2) else { throw ChatError.Reason.invalid("A system message can't be pinned") }
            guard row.boolean(3) else { throw ChatError.Reason.limitReached(.pins) }
        }
    }

    public func unpin(
        _ message: MessageID, in conversation: ConversationID, as user: UserID
    ) async throws(ChatError) {
        let rows = try await run([
            .lock(message),
            Query(
                """
                WITH place AS MATERIALIZED (SELECT id FROM messages WHERE id = $1 AND conversation_id = $2),
                role AS MATERIALIZED (
                    SELECT role FROM participants WHERE conversation_id = $2 AND user_id = $3 AND left_at IS NULL),
                unpinned AS (
                    DELETE FROM pins WHERE message_id IN (SELECT id FROM place) AND EXISTS (SELECT FROM role))
                SELECT EXISTS (SELECT FROM place), EXISTS (SELECT FROM role)
                """, message.description, conversation.description, user.description),
        ])[1]
        hints.note(.conversation(conversation))
        try decode {
            guard let row = rows.first, row.boolean(0) else { throw ChatError.Reason.notFound }
            guard row.boolean(1) else { throw ChatError.Reason.notParticipant }
        }
    }
}
