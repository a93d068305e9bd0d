public import Chat
internal import ChatRecords
internal import SQLite
internal import Sending

extension ChatStore: MessageSender {
    /// Old keys are deleted once in this many messages, so that not every message changes old rows.
    static let messagesBetweenForgetting: Int64 = 64
    /// The maximum number of keys deleted at once: more than are added in between, and few enough to be quick.
    static let keysForgottenAtOnce = 4 * Int(messagesBetweenForgetting)

    /// Membership, key, message, its files and draft in one transaction.
    public func send(_ new: NewMessage, key: FormKey) async throws(ChatError) -> SendOutcome {
        let now = clock.now()
        let hash = SendKey(new, key).hash
        return try await write { connection in
            guard try connection.isActive(new.sender, in: new.conversation) else {
                let wasActive = try connection.row(
                    "SELECT 1 FROM participants WHERE conversation = ? AND user = ?", new.conversation.description,
                    new.sender.description
                ) { _ in true }
                throw wasActive == true ? ChatError.Reason.noLongerParticipant : .notParticipant
            }
            if !new.leavesDraft { try connection.dropDraft(of: new.sender, in: new.conversation) }
            let earlier: MessageID? = try connection.row("SELECT id FROM messages WHERE send_key = ?", hash) {
                try $0.identifier(0)
            }
            if let earlier { return .repeated(try connection.message(earlier, in: new.conversation)) }
            try connection.require(.post, of: new.sender, in: new.conversation)
            return .sent(try connection.send(new, key: hash, at: now))
        }
    }
}

extension Connection {
    /// Sends a message; the caller has checked that its sender is an active participant.
    mutating func send(_ new: NewMessage, key: [UInt8]?, at now: Timestamp) throws -> Message {
        guard new.isComplete else {
            throw ChatError.Reason.invalid("A message needs a text or files, at most \(FileLimits.filesOfMessage)")
        }
        if let replyTo = new.replyTo, try place(of: replyTo)?.conversation != new.conversation {
            throw ChatError.Reason.invalid("Referenced message must belong to the same conversation")
        }
        let message = try insert(
            .text, of: new.sender, text: new.text.description, replyTo: new.replyTo, key: key,
            files: new.files, into: new.conversation, at: now)
        if lastInsertedRow % ChatStore.messagesBetweenForgetting == 0 { try forgetKeys(now) }
        return message
    }

    private mutating func forgetKeys(_ now: Timestamp) throws {
        try run(
            """
            UPDATE messages SET send_key = NULL WHERE number IN (
                SELECT number FROM messages WHERE send_key IS NOT NULL AND created_at < ?
                ORDER BY created_at LIMIT ?)
            """, now.adding(.zero - SendKey.memory).milliseconds, ChatStore.keysForgottenAtOnce)
    }
}
