import Chat
import HTTP

extension ChatBackend {
    /// Includes conversations that the user has left.
    func conversations(_ request: RoutedRequest) async throws -> Response {
        let list = try await repositories.conversations.conversations(of: request.caller())
        return .json(.ok, list)
    }

    func conversation(_ request: RoutedRequest) async throws -> Response {
        let id: ConversationID = try request.identifier(0, of: "Conversation")
        return .json(.ok, try await repositories.conversations.conversation(id, as: request.asker))
    }

    func createConversation(_ request: RoutedRequest) async throws -> Response {
        let new = try Self.newConversation(request.body())
        return .json(.created, try await repositories.conversations.create(new, as: request.asker))
    }

    private static func newConversation(_ body: RequestBody) throws(ErrorResponse) -> NewConversation {
        let (type, name) = (try body.string("type"), try body.optionalString("name"))
        let participants: [UserID] = try body.identifiers("participantIds")
        let kind: NewConversation.Kind
        switch Conversation.Kind(rawValue: type) {
        case .direct: kind = .direct
        case .group:
            guard let name, !name.isEmpty else {
                throw .badRequest("Group conversations require a name")
            }
            kind = .group(name: try displayName(name))
        case nil: throw .badRequest("type must be 'direct' or 'group'", at: "type")
        }
        guard participants.count <= NewConversation.maximumParticipants,
            let new = NewConversation(kind, participants: participants)
        else {
            throw .badRequest(
                "participantIds must be 1 to \(NewConversation.maximumParticipants) users", at: "participantIds")
        }
        return new
    }

    func addParticipant(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let body = try request.body()
        let (user, said): (UserID, String?) = (try body.identifier("userId"), try body.optionalString("role"))
        guard let role = said.map(Role.init(rawValue:)) ?? .member else {
            throw ErrorResponse.badRequest("role must be 'member' or 'admin'", at: "role")
        }
        let participant = try await repositories.conversations.add(
            user, as: role, to: conversation, by: request.asker)
        return .json(.created, participant)
    }

    /// In open access the request does not say who removes the person, so it counts as leaving.
    func removeParticipant(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let user: UserID = try request.identifier(1, of: "Participant")
        let participant = try await repositories.conversations.remove(user, from: conversation, by: user)
        return .json(.ok, participant)
    }

    func leave(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let user = try request.caller()
        let participant = try await repositories.conversations.remove(user, from: conversation, by: user)
        return .json(.ok, participant)
    }
}
