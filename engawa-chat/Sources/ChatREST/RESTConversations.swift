import Bytes
import Chat
import HTTP

/// Conversations over REST.
struct RESTConversations: ConversationRepository {
    let client: BackendClient

    func conversations(of user: UserID) async throws(ChatError) -> [Conversation] {
        let call = Call(.get, ["conversations"], success: .ok).asking(as: user)
        return try await client.entities(Conversation.self, of: call)
    }

    func conversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation {
        let call = Call(.get, ["conversations", .id(id)], success: .ok)
            .called(by: user)
            .refused(by: .notFound)
        return try await client.value(Conversation.self, of: call)
    }

    func create(_ conversation: NewConversation, as user: UserID) async throws(ChatError) -> Conversation {
        let call = Call(.post, ["conversations"], success: .created)
            .called(by: user)
            .sending(conversation.json)
            .refused(by: .notFound)
            .failing(with: "FOREIGN KEY constraint failed", means: .notFound)
            .failing(with: "UNIQUE constraint failed", means: .invalid("a participant is named twice"))
        return try await client.value(Conversation.self, of: call)
    }

    func add(_ user: UserID, as role: Role, to conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        let path: [Call.Segment] = ["conversations", .id(conversation), "participants"]
        let call = Call(.post, path, success: .created)
            .called(by: actor)
            .sending(["userId": user.json, "role": .string(role.rawValue)])
            .refused(by: .forbidden, .notFound)
            .failing(with: "FOREIGN KEY constraint failed", means: .notFound)
        return try await client.value(Participant.self, of: call)
    }

    func remove(_ user: UserID, from conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        let call = try removal(of: user, from: conversation, by: actor)
            .called(by: actor)
            .refused(by: .forbidden, .notFound)
        return try await client.value(Participant.self, of: call)
    }

    /// In session access, the backend has a route for leaving and none for removing others.
    private func removal(of user: UserID, from conversation: ConversationID, by actor: UserID)
        throws(ChatError) -> Call
    {
        let path: [Call.Segment] = ["conversations", .id(conversation)]
        switch client.access {
        case .open: return Call(.delete, path + ["participants", .id(user)], success: .ok, operation: "remove")
        case .session:
            guard user == actor else { throw ChatError(.forbidden, during: "remove") }
            return Call(.post, path + ["leave"], success: .ok, operation: "remove")
        }
    }
}

extension NewConversation {
    /// `POST /conversations`
    fileprivate var json: [String: JSON?] {
        let (type, name): (JSON, JSON?) =
            switch kind {
            case .direct: ("direct", nil)
            case .group(let name): ("group", .string(name.description))
            }
        return ["type": type, "name": name, "participantIds": .array(participants.map(\.json))]
    }
}
