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

    /// Looks where it was sent, and then, as a link may have a wrong moment, reads backwards from the newest message, up
    /// to `MessageLimits.maximumSearched` messages.
    public func message(_ id: MessageID, in conversation: ConversationID, as user: UserID, sentAt moment: Timestamp?)
        async throws(ChatError) -> Message
    {
        if let moment {
            let there = try await messages(
                in: conversation, as: user, before: moment.adding(.milliseconds(1)), limit: MessageLimits.searchedAtOnce
            )
            if let found = there.first(where: { $0.id == id }) { return found }
        }
        var past = MessagesBackwards(self, in: conversation, as: user)
        while past.searched < MessageLimits.maximumSearched, let batch = try await past.next() {
            if let found = batch.first(where: { $0.id == id }) { return found }
        }
        throw ChatError(.notFound, during: "message")
    }
}
