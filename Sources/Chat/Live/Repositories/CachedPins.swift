import Chat

/// The pinned messages, always asked for. A change of them is one of their conversation, which counts them.
struct CachedPins: MessagePins {
    let live: Live

    var isThere: Bool { live.upstream.pins.isThere }

    func pins(in conversation: ConversationID, as user: UserID) async throws(ChatError) -> [PinnedMessage] {
        try await live.upstream.pins.pins(in: conversation, as: user)
    }

    func pin(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await live.upstream.pins.pin(message, in: conversation, as: user)
        await live.readAfterPinning(in: conversation, as: user)
    }

    func unpin(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await live.upstream.pins.unpin(message, in: conversation, as: user)
        await live.readAfterPinning(in: conversation, as: user)
    }
}

extension Live {
    /// Reads a conversation after its pinned messages have changed here, and tells the other processes to. Where it fails, the
    /// next read brings it.
    func readAfterPinning(in id: ConversationID, as user: UserID) async {
        withState { state, _ in state.conversations[id]?.conversationReadAt = nil }
        _ = try? await readConversation(id, as: user)
        await change(.pins, in: id) { _, _ in [] }
    }
}
