public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: ReactionRepository {
    static let reactionColumns =
        "reactions.id, reactions.message_id, reactions.user_id, reactions.emoji, reactions.created_at"

    /// None for a deleted message.
    public func reactions(to message: MessageID, as user: UserID) async throws(ChatError) -> [Reaction] {
        let rows = try await run([
            Query("SELECT 1 FROM messages WHERE id = $1", message.description),
            Query(
                "SELECT \(Self.reactionColumns) FROM reactions WHERE message_id = $1 ORDER BY number",
                message.description),
        ])
        return try decode {
            guard rows[0].first != nil else { throw ChatError.Reason.notFound }
            return try rows[1].map { try $0.reaction() }
        }
    }

    /// A deleted message is `.notFound`.
    public func add(_ emoji: Emoji, to message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
    {
        // The message is locked, so that it is not deleted meanwhile; and so no other adds the same reaction.
        let rows = try await run([
            .lock(message),
            Query(
                """
                WITH place AS MATERIALIZED (
                    SELECT deleted_at FROM messages WHERE id = $1 AND conversation_id = $2),
                active AS MATERIALIZED (
                    SELECT 1 FROM participants WHERE conversation_id = $2 AND user_id = $3 AND left_at IS NULL),
                added AS (
                    INSERT INTO reactions (id, message_id, user_id, emoji, created_at)
                    SELECT $4, $1, $3, $5, coalesce($6::bigint, milliseconds_now()) FROM place, active
                    WHERE place.deleted_at IS NULL ON CONFLICT (message_id, user_id, emoji) DO NOTHING)
                SELECT EXISTS (SELECT FROM place), EXISTS (SELECT FROM active),
                    EXISTS (SELECT FROM place WHERE deleted_at IS NULL)
                """, message.description, conversation.description, user.description,
                ReactionID.random().description, emoji.description, now),
            Self.reaction(emoji.description, to: message, of: user),
        ])
        hints.note(.conversation(conversation))
        return try decode {
            guard let row = rows[1].first, row.boolean(0) else { throw ChatError.Reason.notFound }
            guard row.boolean(1) else { throw ChatError.Reason.notParticipant }
            guard row.boolean(2), let reaction = rows[2].first else { throw ChatError.Reason.notFound }
            return try reaction.reaction()
        }
    }

    public func remove(_ emoji: String, from message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
    {
        let rows = try await run([
            Query(
                "SELECT 1 FROM messages WHERE id = $1 AND conversation_id = $2", message.description,
                conversation.description),
            .activeRole(of: user, in: conversation),
            Query(
                """
                DELETE FROM reactions WHERE message_id = $1 AND user_id = $2 AND emoji = $3
                    AND EXISTS (SELECT FROM messages WHERE id = $1 AND conversation_id = $4)
                    AND EXISTS (
                        SELECT FROM participants WHERE conversation_id = $4 AND user_id = $2 AND left_at IS NULL)
                RETURNING \(Self.reactionColumns)
                """, message.description, user.description, emoji, conversation.description),
        ])
        hints.note(.conversation(conversation))
        return try decode {
            guard rows[0].first != nil else { throw ChatError.Reason.notFound }
            guard rows[1].first != nil else { throw ChatError.Reason.notParticipant }
            guard let reaction = rows[2].first else { throw ChatError.Reason.notFound }
            return try reaction.reaction()
        }
    }

    private static func reaction(_ emoji: String, to message: MessageID, of user: UserID) -> Query {
        Query(
            "SELECT \(reactionColumns) FROM reactions WHERE message_id = $1 AND user_id = $2 AND emoji = $3",
            message.description, user.description, emoji)
    }
}

extension Row {
    func reaction() throws -> Reaction {
        Reaction(
            id: try identifier(0), message: try identifier(1), user: try identifier(2), emoji: text(3),
            createdAt: timestamp(4))
    }
}

extension Rows {
    func reactions() throws -> [MessageID: [Reaction]] {
        Dictionary(grouping: try map { try $0.reaction() }, by: \.message)
    }
}
