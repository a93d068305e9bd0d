import Bytes
import Chat
import HTTP

/// Changes of the texts of messages over REST, where the backend says that it has them.
struct RESTEditing: MessageEditing {
    let client: BackendClient
    let capabilities: RESTCapabilities

    var isThere: Bool { capabilities.has(.editing) }

    func edit(_ message: MessageID, in _: ConversationID, to text: MessageText, as user: UserID)
        async throws(ChatError) -> Message
    {
        let call = Call(.patch, ["messages", .id(message)], success: .ok)
            .called(by: user)
            .sending(["userId": client.said(user), "text": .string(text.description)])
            .refused(by: .forbidden, .notFound)
            .refused(by: .conflict, means: .limitReached(.versions))
        return try await client.value(Message.self, of: call)
    }

    func versions(of message: MessageID, in _: ConversationID, as user: UserID)
        async throws(ChatError) -> [MessageVersion]
    {
        let call = Call(.get, ["messages", .id(message), "versions"], success: .ok)
            .asking(as: user)
            .refused(by: .forbidden, .notFound)
        return try await client.entities(MessageVersion.self, of: call)
    }
}
