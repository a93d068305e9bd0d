public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: MessageEditing {
    /// Whether messages can be edited and pinned.
    public var isThere: Bool { true }

    public func edit(
        _ message: MessageID, in conversation: ConversationID, to text: MessageText, as user: UserID
    ) async throws(ChatError) -> Message {
        // Its files do not change any more, and their names are found with its text.
        guard let current = try await find([message], in: conversation, as: user)[message] else {
            throw ChatError(.notFound, during: "edit")
        }
        guard current.sender == user else { throw ChatError(.forbidden, during: "edit") }
        guard text != .none || !current.attachments.isEmpty else {
            throw ChatError(.invalid("A message needs a text or files"), during: "edit")
        }
        let folded = FoldedText(current.attachments.searchedText(beside: text.description)).description
        // The lock comes first: then the other statement sees the text that another edit has stored.
        let rows = try await run([
            .lock(message),
            Query(
                """
                WITH place AS MATERIALIZED (
                    SELECT id, text, created_at, edited_at,
                        (SELECT count(*) < $6 FROM message_versions WHERE message_id = $1) AS has_room
                    FROM messages WHERE id = $1 AND conversation_id = $2 AND user_id = $3 AND kind = 'text'
                        AND deleted_at IS NULL AND EXISTS (
                            SELECT FROM participants
                            WHERE conversation_id = $2 AND user_id = $3 AND left_at IS NULL)),
                changed AS MATERIALIZED (SELECT * FROM place WHERE text IS DISTINCT FROM $4 AND has_room),
                kept AS (
                    INSERT INTO message_versions (message_id, text, written_at)
                    SELECT id, coalesce(text, ''), coalesce(edited_at, created_at) FROM changed),
                edited AS (
                    UPDATE messages SET text = $4, folded = $5, edited_at = greatest(
                        coalesce($7::bigint, milliseconds_now()), coalesce(edited_at, created_at) + 1)
                    WHERE id IN (SELECT id FROM changed))
                SELECT has_room OR text IS NOT DISTINCT FROM $4 FROM place
                """, message.description, conversation.description, user.description, text.description, folded,
                MessageLimits.maximumVersions, now),
        ])
        hints.note(.conversation(conversation))
        try decode {
            // It was deleted meanwhile, or they have left.
            guard let row = rows[1].first else { throw ChatError.Reason.notFound }
            guard row.boolean(0) else { throw ChatError.Reason.limitReached(.versions) }
        }
        guard let edited = try await find([message], in: conversation, as: user)[message] else {
            throw ChatError(.notFound, during: "edit")
        }
        return edited
    }

    public func versions(
        of message: MessageID, in conversation: ConversationID, as user: UserID
    ) async throws(ChatError) -> [MessageVersion] {
        let rows = try await read([
            .activeRole(of: user, in: conversation),
            Query(
                "SELECT 1 FROM messages WHERE id = $1 AND conversation_id = $2 AND deleted_at IS NULL",
                message.description, conversation.description),
            Query(
                """
                SELECT message_versions.text, written_at FROM message_versions
                JOIN messages ON messages.id = message_id
                WHERE message_id = $1 AND conversation_id = $2 ORDER BY message_versions.number LIMIT $3
                """, message.description, conversation.description, MessageLimits.maximumVersions),
        ])
        return try decode {
            guard rows[0].first != nil else { throw ChatError.Reason.notParticipant }
            guard rows[1].first != nil else { throw ChatError.Reason.notFound }
            return rows[2].map { MessageVersion(text: $0.text(0), writtenAt: $0.timestamp(1)) }
        }
    }
}
