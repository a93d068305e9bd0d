import Bytes
import Chat
import HTTP

/// The pinned messages over REST, where the backend says that it has them.
struct RESTPins: MessagePins {
    let client: BackendClient
    let capabilities: RESTCapabilities

    var isThere: Bool { capabilities.has(.pins) }

    func pins(in conversation: ConversationID, as user: UserID) async throws(ChatError) -> [PinnedMessage] {
        let call = Call(.get, ["conversations", .id(conversation), "pins"], success: .ok)
            .asking(as: user)
            .refused(by: .forbidden)
        return try await client.entities(PinnedMessage.self, of: call)
    }

    func pin(_ message: MessageID, in _: ConversationID, as user: UserID) async throws(ChatError) {
        let call = Call(.put, ["messages", .id(message), "pin"], success: .noContent)
            .asking(as: user)
            .refused(by: .forbidden, .notFound)
            .refused(by: .conflict, means: .limitReached(.pins))
        try await client.perform(call)
    }

    func unpin(_ message: MessageID, in _: ConversationID, as user: UserID) async throws(ChatError) {
        let call = Call(.delete, ["messages", .id(message), "pin"], success: .noContent)
            .asking(as: user)
            .refused(by: .forbidden, .notFound)
        try await client.perform(call)
    }
}
