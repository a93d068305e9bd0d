import Bytes
import Chat
import HTTP

/// Messages over REST.
struct RESTMessages: MessageRepository {
    let client: BackendClient

    /// Clamps `limit` to the valid range.
    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        // The backend accepts any limit, and reads 0 as 50 and -1 as "all".
        let limit = min(max(limit, 1), MessageLimits.maximumPerRead)
        var call = Call(.get, ["conversations", .id(conversation), "messages"], success: .ok)
            .asking(as: user)
            .asking("limit", String(limit))
            .refused(by: .forbidden)
        if let before { call = call.asking("before", before.iso8601) }
        var messages = try await client.entities(Message.self, of: call)
        messages.reverseInMilliseconds()
        return messages
    }

    /// One with files is `.invalid`: there is no way yet to upload them.
    func send(_ message: NewMessage) async throws(ChatError) -> Message {
        guard message.isComplete, message.files.isEmpty else {
            throw ChatError(.invalid("A message without files must have a text"), during: "send")
        }
        let call = Call(
            .post, ["conversations", .id(message.conversation), "messages"], success: .created
        )
        .called(by: message.sender)
        .sending([
            "senderUserId": client.said(message.sender), "text": .string(message.text.description),
            "replyToMessageId": message.replyTo?.json,
        ])
        .refused(by: .forbidden)
        return try await client.value(Message.self, of: call)
    }

    func delete(_ message: MessageID, in _: ConversationID, as user: UserID) async throws(ChatError) {
        let call = Call(.delete, ["messages", .id(message)], success: .noContent)
            .asking(as: user)
            .refused(by: .forbidden, .notFound)
        try await client.perform(call)
    }
}
