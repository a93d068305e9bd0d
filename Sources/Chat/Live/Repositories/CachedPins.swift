import Chat

/// The pinned messages, always asked for. A change of them is one of their conversation, which counts them and tells it.
struct CachedPins: MessagePins {
    let live: Live

    var isThere: Bool { live.upstream.pins.isThere }

    func pins(in conversation: ConversationID, as user: UserID) async throws(ChatError) -> [PinnedMessage] {
        try await live.upstream.pins.pins(in: conversation, as: user)
    }

    func pin(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await live.writing(in: conversation) { () async throws(ChatError) in
            try await live.upstream.pins.pin(message, in: conversation, as: user)
            await live.readAfterGroupChange(in: conversation, as: user)
        }
    }

    func unpin(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await live.upstream.pins.unpin(message, in: conversation, as: user)
        await live.readAfterGroupChange(in: conversation, as: user)
    }
}
