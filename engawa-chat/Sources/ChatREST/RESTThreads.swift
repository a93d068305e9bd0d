import Bytes
import Chat
import HTTP

/// Threads over REST, where the backend says that it has them.
struct RESTThreads: MessageThreads {
    let client: BackendClient
    let capabilities: RESTCapabilities

    var isThere: Bool { capabilities.has(.threads) }

    func open(_ message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> OpenedThread
    {
        let path: [Call.Segment] = ["conversations", .id(conversation), "messages", .id(message), "thread"]
        let call = Call(.post, path, success: .ok)
            .called(by: user)
            .sending(["userId": client.said(user)])
            .refused(by: .forbidden, .notFound)
        return OpenedThread(
            conversation: try await client.value(WireConversationID.self, of: call).conversation)
    }
}
