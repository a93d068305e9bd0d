import Chat
import HTTP

/// The conversations, over REST.
struct RESTConversations: ConversationRepository {
    let client: BackendClient

    func conversations(of user: UserID) async throws(ChatError) -> [Conversation] {
        let call = Call(.get, ["conversations"], success: .ok).asking(as: user)
        return try await client.value([WireConversation].self, of: call).map(\.entity)
    }

    func conversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation {
        let call = Call(.get, ["conversations", .id(id)], success: .ok)
            .refused(by: .notFound)
        return try await client.value(WireConversation.self, of: call).entity
    }

    func create(_ conversation: NewConversation, as user: UserID) async throws(ChatError) -> Conversation {
        let call = Call(.post, ["conversations"], success: .created)
            .sending(WireNewConversation(conversation))
            .refused(by: .notFound)
            .failing(with: "FOREIGN KEY constraint failed", means: .notFound)
            .failing(with: "UNIQUE constraint failed", means: .invalid("a participant is named twice"))
        return try await client.value(WireConversation.self, of: call).entity
    }

    func add(_ user: UserID, as role: Role, to conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        let path: [Call.Segment] = ["conversations", .id(conversation), "participants"]
        let call = Call(.post, path, success: .created)
            .sending(WireNewParticipant(userId: WireIdentifier(user), role: role.rawValue))
            .refused(by: .forbidden, .notFound)
            .failing(with: "FOREIGN KEY constraint failed", means: .notFound)
        return try await client.value(WireParticipant.self, of: call).entity
    }

    func remove(_ user: UserID, from conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        let path: [Call.Segment] = ["conversations", .id(conversation), "participants", .id(user)]
        let call = Call(.delete, path, success: .ok).refused(by: .forbidden, .notFound)
        return try await client.value(WireParticipant.self, of: call).entity
    }
}
