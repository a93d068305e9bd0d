extension MessageRepository {
    public func unread(
        _ behind: Int, in conversation: Conversation, for user: UserID
    ) async throws(ChatError) -> Unread {
        let newest = try await messages(
            in: conversation.id, as: user, before: nil, limit: min(behind, UnreadCounter.maximum))
        return Unread(behind, of: newest.reversed()[...], in: conversation, for: user)
    }

    /// Asks for each conversation in turn, a few at once: for backends that have no better way.
    public func newest(inEach conversations: [ConversationID], as user: UserID)
        async throws(ChatError) -> [ConversationID: Message]
    {
        let newest = try await conversations.concurrently(atMost: MessageLimits.maximumReadsAtOnce) {
            conversation throws(ChatError) -> Message? in
            do throws(ChatError) {
                return try await self.messages(in: conversation, as: user, before: nil, limit: 1).first
            } catch  where error.reason == .notParticipant {
                return nil
            }
        }
        return Dictionary(zip(conversations, newest).compactMap { id, message in message.map { (id, $0) } }) {
            first, _ in first
        }
    }
}
