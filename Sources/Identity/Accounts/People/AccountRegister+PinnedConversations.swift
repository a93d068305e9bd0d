public import Chat
import Records

extension AccountRegister {
    /// How many conversations a person may pin; with one more, the one that was pinned first goes.
    public static let maximumPinned = 20

    /// The conversations that a person has pinned, the last one first.
    public func pinnedConversations(of user: UserID) async throws -> [ConversationID] {
        let rows = try await database.read([
            RecordQuery(
                """
                SELECT conversation_id FROM pinned_conversation WHERE user_id = $1
                ORDER BY pinned_at DESC, conversation_id
                """, user.description)
        ])
        return rows[0].compactMap { ConversationID($0.text(0)) }
    }

    /// Pins a conversation, or unpins it.
    public func set(pinned isPinned: Bool, _ conversation: ConversationID, of user: UserID) async throws {
        let now = clock.now().milliseconds
        try await database.transaction { transaction in
            guard isPinned else {
                try await transaction.run(
                    "DELETE FROM pinned_conversation WHERE user_id = $1 AND conversation_id = $2", user.description,
                    conversation.description)
                return
            }
            try await transaction.run(
                """
                INSERT INTO pinned_conversation (user_id, conversation_id, pinned_at) VALUES ($1, $2, $3)
                ON CONFLICT (user_id, conversation_id) DO NOTHING
                """, user.description, conversation.description, now)
            try await transaction.run(
                """
                DELETE FROM pinned_conversation WHERE user_id = $1 AND conversation_id NOT IN (
                    SELECT conversation_id FROM pinned_conversation WHERE user_id = $1
                    ORDER BY pinned_at DESC, conversation_id LIMIT $2)
                """, user.description, Self.maximumPinned)
        }
    }
}
