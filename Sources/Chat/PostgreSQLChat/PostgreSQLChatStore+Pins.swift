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
        defer { hints.note(.conversation(conversation)) }
        try await transaction { transaction in
            let known = try await transaction.pinning(message, in: conversation, as: user)
            guard !known.isDeleted else { throw ChatError.Reason.notFound }
            guard known.isText else { throw ChatError.Reason.invalid("A system message can't be pinned") }
            guard !known.isPinned else { return }
            guard known.count < MessageLimits.maximumPins else { throw ChatError.Reason.limitReached(.pins) }
            _ = try await transaction.run([
                Query(
                    """
                    INSERT INTO pins (conversation_id, message_id, pinned_at)
                    VALUES ($1, $2, coalesce($3::bigint, milliseconds_now()))
                    """, conversation.description, message.description, now),
                .append(.pinned(message), by: user, to: conversation, now: now),
            ])
        }
    }

    public func unpin(
        _ message: MessageID, in conversation: ConversationID, as user: UserID
    ) async throws(ChatError) {
        defer { hints.note(.conversation(conversation)) }
        try await transaction { transaction in
            _ = try await transaction.pinning(message, in: conversation, as: user)
            _ = try await transaction.run([Query("DELETE FROM pins WHERE message_id = $1", message.description)])
        }
    }
}

extension Transaction {
    /// What is known of a message that is to be pinned, or pinned no more. Until the end of the transaction nothing else
    /// changes it, or the conversation.
    /// - Throws: `.notFound`, `.notParticipant`; `.forbidden` where only admins may pin.
    fileprivate func pinning(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws
        -> (isDeleted: Bool, isText: Bool, isPinned: Bool, count: Int64)
    {
        // The locks come first: then the other statement sees all pins that were added before.
        let rows = try await run([
            .lock(message),
            Query("SELECT 1 FROM conversations WHERE id = $1 FOR NO KEY UPDATE", conversation.description),
            Query(
                """
                SELECT deleted_at IS NOT NULL, kind = 'text', EXISTS (SELECT FROM pins WHERE message_id = $1),
                    (SELECT pinned FROM conversations WHERE id = $2)
                FROM messages WHERE id = $1 AND conversation_id = $2
                """, message.description, conversation.description),
            .activeRole(of: user, in: conversation),
        ])
        guard let row = rows[2].first else { throw ChatError.Reason.notFound }
        guard rows[3].first != nil else { throw ChatError.Reason.notParticipant }
        guard try await allows(.pin, by: user, in: conversation) else { throw ChatError.Reason.forbidden }
        return (row.boolean(0), row.boolean(1), row.boolean(2), row.integer(3))
    }
}
