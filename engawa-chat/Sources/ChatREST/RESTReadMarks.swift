import Bytes
import Chat
import HTTP

/// Read marks over REST.
struct RESTReadMarks: ReadMarkRepository {
    let client: BackendClient

    func mark(_ message: MessageID, asReadIn conversation: ConversationID, by user: UserID)
        async throws(ChatError) -> ReadMark
    {
        let call = Call(.post, ["conversations", .id(conversation), "read"], success: .ok)
            .called(by: user)
            .sending(["userId": client.said(user), "lastReadMessageId": message.json])
            .refused(by: .forbidden)
        return try await client.value(of: call) { $0["read"].flatMap { ReadMark($0) } }
    }

    func unreadCount(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> Int {
        let path: [Call.Segment] = ["conversations", .id(conversation), "unread-count"]
        let call = Call(.get, path, success: .ok).asking(as: user).refused(by: .forbidden)
        return Int(try await client.value(WireUnreadCount.self, of: call).unreadCount)
    }
}

extension ReadMark {
    fileprivate init?(_ json: JSON) {
        guard let id: ReadMarkID = json.identifier("id"), let user: UserID = json.identifier("userId"),
            let conversation: ConversationID = json.identifier("conversationId"),
            let lastRead: MessageID = json.identifier("lastReadMessageId"), let updatedAt = json.timestamp("updatedAt")
        else { return nil }
        self.init(id: id, conversation: conversation, user: user, lastRead: lastRead, updatedAt: updatedAt)
    }
}
