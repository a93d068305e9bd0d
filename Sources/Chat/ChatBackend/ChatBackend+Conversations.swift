import Chat
import HTTP

extension ChatBackend {
    /// Those which the user has left are there, too.
    func conversations(_ question: Question) async throws -> Response {
        let list = try await repositories.conversations.conversations(of: question.caller())
        return .json(.ok, list)
    }

    func conversation(_ question: Question) async throws -> Response {
        let id: ConversationID = try question.identifier(0, of: "Conversation")
        return .json(.ok, try await repositories.conversations.conversation(id, as: question.asker))
    }

    func createConversation(_ question: Question) async throws -> Response {
        let new = try Self.newConversation(question.body())
        return .json(.created, try await repositories.conversations.create(new, as: question.asker))
    }

    private static func newConversation(_ body: WireNewConversation) throws(Refusal) -> NewConversation {
        let kind: NewConversation.Kind
        switch Conversation.Kind(rawValue: body.type) {
        case .direct: kind = .direct
        case .group:
            guard let name = body.name, !name.isEmpty else {
                throw .badRequest("Group conversations require a name")
            }
            kind = .group(name: try displayName(name))
        case nil: throw .badRequest("type must be 'direct' or 'group'", at: "type")
        }
        let participants = body.participantIds.map(\.identifier)
        guard participants.count <= NewConversation.maximumParticipants,
            let new = NewConversation(kind, participants: participants)
        else {
            throw .badRequest(
                "participantIds must be 1 to \(NewConversation.maximumParticipants) users", at: "participantIds")
        }
        return new
    }

    func addParticipant(_ question: Question) async throws -> Response {
        let conversation: ConversationID = try question.identifier(0, of: "Conversation")
        let body = try question.body(WireNewParticipant.self)
        guard let role = body.role.map(Role.init(rawValue:)) ?? .member else {
            throw Refusal.badRequest("role must be 'member' or 'admin'", at: "role")
        }
        let participant = try await repositories.conversations.add(
            body.userId.identifier, as: role, to: conversation, by: question.asker)
        return .json(.created, participant)
    }

    func removeParticipant(_ question: Question) async throws -> Response {
        let conversation: ConversationID = try question.identifier(0, of: "Conversation")
        let user: UserID = try question.identifier(1, of: "Participant")
        let participant = try await repositories.conversations.remove(user, from: conversation, by: question.asker)
        return .json(.ok, participant)
    }

    func leave(_ question: Question) async throws -> Response {
        let conversation: ConversationID = try question.identifier(0, of: "Conversation")
        let user = try question.caller()
        let participant = try await repositories.conversations.remove(user, from: conversation, by: user)
        return .json(.ok, participant)
    }
}
