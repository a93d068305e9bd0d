import Chat
import HTTP

/// Read marks over REST.
struct RESTReadMarks: ReadMarkRepository {
    let client: BackendClient

    func mark(_ message: MessageID, asReadIn conversation: ConversationID, by user: UserID)
        async throws(ChatError) -> ReadMark
    {
        let body = WireNewReadMark(userId: client.said(user), lastReadMessageId: WireIdentifier(message))
        let call = Call(.post, ["conversations", .id(conversation), "read"], success: .ok)
            .called(by: user)
            .sending(body)
            .refused(by: .forbidden)
        return try await client.value(WireMarkedRead.self, of: call).entity
    }

    func unreadCount(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> Int {
        let path: [Call.Segment] = ["conversations", .id(conversation), "unread-count"]
        let call = Call(.get, path, success: .ok).asking(as: user).refused(by: .forbidden)
        return Int(try await client.value(WireUnreadCount.self, of: call).unreadCount)
    }
}
