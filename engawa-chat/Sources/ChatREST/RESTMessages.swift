import Bytes
import Chat
import HTTP

/// Messages over REST.
struct RESTMessages: MessageRepository {
    let client: BackendClient
    var knownFiles: KnownFiles?

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

    func send(_ message: NewMessage) async throws(ChatError) -> Message {
        guard message.isComplete else {
            throw ChatError(.invalid("A message must have a text or files, each once"), during: "send")
        }
        let call = Call(
            .post, ["conversations", .id(message.conversation), "messages"], success: .created
        )
        .called(by: message.sender)
        .sending([
            "senderUserId": client.said(message.sender),
            "text": message.text == .none ? nil : .string(message.text.description),
            "replyToMessageId": message.replyTo?.json,
            "fileIds": message.files.isEmpty ? nil : .array(message.files.map(\.json)),
        ])
        .refused(by: .forbidden)
        return try await client.value(Message.self, of: call)
    }

    func delete(_ message: MessageID, in _: ConversationID, as user: UserID) async throws(ChatError) {
        let call = Call(.delete, ["messages", .id(message)], success: .noContent)
            .asking(as: user)
            .refused(by: .forbidden, .notFound)
        try await client.perform(call)
        knownFiles?.forget(filesOf: message)
    }
}
