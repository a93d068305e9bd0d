public import Chat

extension Live {
    /// Tells of a message that was sent through this process.
    public func post(_ message: Message) {
        update { state, now in
            let changes = state.cachedConversation(message.conversation, now).feed.post(message)
            return state.publish(changes, in: message.conversation, now: now)
        }
    }
}
