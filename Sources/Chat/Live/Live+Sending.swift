public import Chat

extension Live {
    /// Tells of a message that was sent through this process.
    public func post(_ message: Message) {
        update { state, now in
            let changes = state.cachedConversation(message.conversation, now).feed.post(message)
            return state.publish(changes, in: message.conversation, now: now)
        }
    }

    /// The same, and the other processes before the same backend are told, too.
    public func publish(_ message: Message) async {
        await change(.posted(message), in: message.conversation) { state, now in
            let changes = state.cachedConversation(message.conversation, now).feed.post(message)
            return state.publish(changes, in: message.conversation, now: now)
        }
        if let sender = message.sender { await tellReplies(in: message.conversation, as: sender) }
    }

    /// Something that all members see of a message has changed outside of the chat: the preview of its link.
    public func showAgain(_ message: MessageID, in conversation: ConversationID) {
        update { state, now in state.showAgain(message, in: conversation, now: now) }
    }

    /// Does what may post or delete messages, up to what is published of it.
    func writing<Value>(
        in conversation: ConversationID, _ body: () async throws(ChatError) -> Value
    ) async throws(ChatError) -> Value {
        withState { state, _ in state.beginWrite(in: conversation) }
        defer { withState { state, _ in state.endWrite(in: conversation) } }
        return try await body()
    }
}
