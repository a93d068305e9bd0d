import Bytes
import Chat
import HTTP

/// Open groups over REST, where the backend says that it has them.
struct RESTOpenGroups: OpenGroups {
    let client: BackendClient
    let capabilities: RESTCapabilities

    var isThere: Bool { capabilities.has(.openGroups) }

    func groups(matching query: SearchQuery?, as user: UserID) async throws(ChatError) -> [JoinableGroup] {
        var call = Call(.get, ["groups", "open"], success: .ok).asking(as: user)
        if let query { call = call.asking("q", query.description) }
        return try await client.entities(JoinableGroup.self, of: call)
    }

    func join(_ conversation: ConversationID, as user: UserID) async throws(ChatError) {
        let call = Call(.post, ["groups", "open", .id(conversation), "join"], success: .noContent)
            .called(by: user)
            .sending(["userId": client.said(user)])
            .refused(by: .notFound)
        try await client.perform(call)
    }
}
