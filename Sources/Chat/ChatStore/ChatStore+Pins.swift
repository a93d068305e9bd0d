public import Chat
internal import SQLite

extension ChatStore: MessagePins {
    public func pins(in conversation: ConversationID, as user: UserID) throws(ChatError) -> [PinnedMessage] {
        try read { connection in
            try connection.activeRole(of: user, in: conversation)
            let pinned: [(id: MessageID, at: Timestamp)] = try connection.rows(
                "SELECT message, pinned_at FROM pins WHERE conversation = ? ORDER BY number DESC LIMIT ?",
                conversation.description, MessageLimits.maximumPins
            ) { (try $0.identifier(0), $0.timestamp(1)) }
            return try pinned.compactMap { id, moment in
                try connection.message(id, in: conversation).map { PinnedMessage(message: $0, pinnedAt: moment) }
            }
        }
    }

    public func pin(
        _ message: MessageID, in conversation: ConversationID, as user: UserID
    ) async throws(ChatError) {
        let now = clock.now()
        try await write { connection in
            let place = try connection.place(of: message, in: conversation)
            try connection.activeRole(of: user, in: conversation)
            try connection.require(.pin, of: user, in: conversation)
            guard !place.isDeleted else { throw ChatError.Reason.notFound }
            guard place.sender != nil else { throw ChatError.Reason.invalid("A system message can't be pinned") }
            let isPinned = try connection.row("SELECT 1 FROM pins WHERE message = ?", message.description) { _ in true }
            guard isPinned == nil else { return }
            let count = try connection.row(
                "SELECT pinned FROM conversations WHERE id = ?", conversation.description
            ) { $0.integer(0) }
            guard count ?? 0 < MessageLimits.maximumPins else { throw ChatError.Reason.limitReached(.pins) }
            try connection.run(
                "INSERT INTO pins (conversation, message, pinned_at) VALUES (?, ?, ?)", conversation.description,
                message.description, now.milliseconds)
            try connection.insert(.pinned(message), by: user, into: conversation, at: now)
        }
    }

    public func unpin(
        _ message: MessageID, in conversation: ConversationID, as user: UserID
    ) async throws(ChatError) {
        try await write { connection in
            _ = try connection.place(of: message, in: conversation)
            try connection.activeRole(of: user, in: conversation)
            try connection.require(.pin, of: user, in: conversation)
            try connection.unpin(message)
        }
    }
}

extension Connection {
    mutating func unpin(_ message: MessageID) throws {
        try run("DELETE FROM pins WHERE message = ?", message.description)
    }
}
