import Bytes
import Chat
import HTTP

/// How far others have read, over REST, where the backend says that it tells it.
struct RESTReceipts: ReadReceipts {
    let client: BackendClient
    let capabilities: RESTCapabilities

    var isThere: Bool { capabilities.has(.receipts) }

    func readers(of conversation: ConversationID, as user: UserID) async throws(ChatError) -> [Reader]? {
        let call = Call(.get, ["conversations", .id(conversation), "readers"], success: .ok)
            .asking(as: user)
            .refused(by: .forbidden)
        let answer = try await client.value(WireReaders.self, of: call)
        return answer.isShown ? answer.readers : nil
    }

    func showsReading(_ user: UserID) async throws(ChatError) -> Bool {
        let call = Call(.get, ["read-receipts"], success: .ok)
            .asking(as: user)
            .refused(by: .notFound)
        return try await client.value(of: call) { $0["shown"]?.bool }
    }

    func setShowsReading(_ shows: Bool, of user: UserID) async throws(ChatError) {
        let call = Call(.put, ["read-receipts"], success: .noContent)
            .called(by: user)
            .sending(["userId": client.said(user), "shown": .bool(shows)])
            .refused(by: .notFound)
        try await client.perform(call)
    }
}
