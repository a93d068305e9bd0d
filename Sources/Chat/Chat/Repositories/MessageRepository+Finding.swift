extension MessageRepository {
    /// None: for backends that have no way to ask for a message by its id.
    public func find(_ ids: Set<MessageID>, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> [MessageID: Message]
    {
        [:]
    }

    /// Not found: for backends that have no way to ask.
    public func conversation(of message: MessageID) async throws(ChatError) -> ConversationID {
        throw ChatError(.notFound, during: #function)
    }

    /// Looks where it was sent, else reads backwards, up to `MessageLimits.maximumSearched` messages.
    public func message(_ id: MessageID, in conversation: ConversationID, as user: UserID, sentAt moment: Timestamp?)
        async throws(ChatError) -> Message
    {
        var before = moment?.adding(.milliseconds(1))
        var searched = 0
        while searched < (moment == nil ? MessageLimits.maximumSearched : MessageLimits.searchedAtOnce) {
            let batch = try await messages(
                in: conversation, as: user, before: before, limit: MessageLimits.searchedAtOnce)
            if let found = batch.first(where: { $0.id == id }) { return found }
            guard batch.count == MessageLimits.searchedAtOnce, let oldest = batch.last else { break }
            searched += batch.count
            // Read from the end of that millisecond on, so that none of it is passed over.
            let next = oldest.createdAt.adding(.milliseconds(1))
            before = next == before ? oldest.createdAt : next
        }
        throw ChatError(.notFound, during: "message")
    }
}
