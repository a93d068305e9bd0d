internal import Bytes
public import Chat
internal import ChatRecords
internal import SQLite

extension ChatStore: MessageEditing {
    /// Whether messages can be edited and pinned.
    public var isThere: Bool { true }

    public func edit(
        _ message: MessageID, in conversation: ConversationID, to text: MessageText, as user: UserID
    ) async throws(ChatError) -> Message {
        let now = clock.now()
        return try await write { connection in
            let place = try connection.place(of: message, in: conversation)
            try connection.activeRole(of: user, in: conversation)
            guard let current = try connection.message(message, in: conversation) else {
                throw ChatError.Reason.notFound
            }
            guard place.sender == user else { throw ChatError.Reason.forbidden }
            guard text != .none || !current.attachments.isEmpty else {
                throw ChatError.Reason.invalid("A message needs a text or files")
            }
            guard current.text?.isUTF8Equal(to: text.description) != true else { return current }
            return try connection.edit(current, to: text, at: now)
        }
    }

    public func versions(
        of message: MessageID, in conversation: ConversationID, as user: UserID
    ) throws(ChatError) -> [MessageVersion] {
        try read { connection in
            let place = try connection.place(of: message, in: conversation)
            try connection.activeRole(of: user, in: conversation)
            guard !place.isDeleted else { throw ChatError.Reason.notFound }
            return try connection.versions(of: message)
        }
    }
}

extension Connection {
    /// The texts that a message had before, oldest first.
    mutating func versions(of message: MessageID) throws -> [MessageVersion] {
        try rows(
            "SELECT text, written_at FROM message_versions WHERE message = ? ORDER BY number LIMIT ?",
            message.description, MessageLimits.maximumVersions
        ) { MessageVersion(text: $0.text(0), writtenAt: $0.timestamp(1)) }
    }

    fileprivate mutating func edit(_ message: Message, to text: MessageText, at now: Timestamp) throws -> Message {
        let id = message.id.description
        let count = try row("SELECT count(*) FROM message_versions WHERE message = ?", id) { $0.integer(0) }
        guard count ?? 0 < MessageLimits.maximumVersions else { throw ChatError.Reason.limitReached(.versions) }
        let before = message.editedAt ?? message.createdAt
        // Of two versions the later one has the later time, whatever the clock says.
        let moment = max(now, before.adding(.milliseconds(1)))
        try run(
            "INSERT INTO message_versions (message, text, written_at) VALUES (?, ?, ?)", id, message.text ?? "",
            before.milliseconds)
        try run(
            "UPDATE messages SET text = ?, edited_at = ? WHERE id = ?", text.description, moment.milliseconds, id)
        try replaceText(of: message.id, by: message.attachments.searchedText(beside: text.description))
        guard let edited = try self.message(message.id, in: message.conversation) else {
            throw ChatError.Reason.notFound
        }
        return edited
    }
}
