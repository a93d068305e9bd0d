extension MessageRepository {
    /// Asks for each conversation in turn, a few at once: for backends that have no better way.
    public func newest(inEach conversations: [ConversationID], as user: UserID)
        async throws(ChatError) -> [ConversationID: Message]
    {
        let newest = try await concurrentMap(conversations) { conversation throws(ChatError) -> Message? in
            do throws(ChatError) {
                return try await self.messages(in: conversation, as: user, before: nil, limit: 1).first
            } catch {
                guard error.reason == .notParticipant else { throw error }
                return nil
            }
        }
        return Dictionary(newest.compactMap { $0 }.map { ($0.conversation, $0) }) { first, _ in first }
    }
}
