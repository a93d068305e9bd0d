import Bytes
import Chat
import HTTP

/// Reactions over REST.
struct RESTReactions: ReactionRepository {
    let client: BackendClient

    func reactions(to message: MessageID, as user: UserID) async throws(ChatError) -> [Reaction] {
        let call = Call(.get, ["messages", .id(message), "reactions"], success: .ok)
            .called(by: user)
            .refused(by: .notFound)
        return try await client.entities(Reaction.self, of: call)
    }

    func add(_ emoji: Emoji, to message: MessageID, in _: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
    {
        let call = Call(.post, ["messages", .id(message), "reactions"], success: .created)
            .called(by: user)
            .sending(["userId": client.said(user), "emoji": .string(emoji.description)])
            .refused(by: .forbidden, .notFound)
        return try await client.value(Reaction.self, of: call)
    }

    func remove(_ emoji: String, from message: MessageID, in _: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
    {
        // Clients remove such path segments, so the URL would name another route (RFC 3986 §5.2.4, dot segments).
        guard !["", ".", ".."].contains(emoji) else { throw ChatError(.notFound, during: #function) }
        let call = Call(
            .delete, ["messages", .id(message), "reactions", .id(emoji)], success: .ok
        )
        .asking(as: user)
        .refused(by: .forbidden, .notFound)
        return try await client.value(Reaction.self, of: call)
    }
}
