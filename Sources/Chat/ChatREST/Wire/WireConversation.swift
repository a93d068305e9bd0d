import Chat

/// A conversation with its participants.
struct WireConversation: WireEntity {
    enum Kind: String, Decodable {
        case direct
        case group
    }

    let id: WireIdentifier<Conversation>
    let type: Kind
    let name: String?
    let createdAt: WireTimestamp
    let participants: [WireParticipant]

    var entity: Conversation {
        Conversation(
            id: id.identifier, kind: type == .direct ? .direct : .group, name: name, createdAt: createdAt.timestamp,
            participants: participants.map(\.entity))
    }
}

/// A person's participation in a conversation.
struct WireParticipant: Decodable {
    let id: WireIdentifier<Participant>
    let conversationId: WireIdentifier<Conversation>
    let user: WireUser
    let role: String
    let joinedAt: WireTimestamp
    let leftAt: WireTimestamp?

    var entity: Participant {
        Participant(
            // An unknown role grants no more than membership.
            id: id.identifier, conversation: conversationId.identifier, user: user.entity,
            role: Role(rawValue: role) ?? .member, joinedAt: joinedAt.timestamp, leftAt: leftAt?.timestamp)
    }
}

/// `POST /conversations`
struct WireNewConversation: Encodable, Sendable {
    let type: String
    let name: String?
    let participantIds: [WireIdentifier<User>]

    init(_ conversation: NewConversation) {
        switch conversation.kind {
        case .direct: (type, name) = ("direct", nil)
        case .group(let name): (type, self.name) = ("group", name.description)
        }
        participantIds = conversation.participants.map(WireIdentifier.init)
    }
}

/// `POST /conversations/{id}/participants`
struct WireNewParticipant: Encodable, Sendable {
    let userId: WireIdentifier<User>
    let role: String
}
