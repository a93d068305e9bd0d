import Chat

/// What `/health` answers.
struct WireHealth: Encodable {
    let ok: Bool
}

/// A person.
struct WireUser: Encodable {
    /// What is `null` where there is none, instead of being left out.
    struct Nullable: Encodable {
        let value: String?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    let id: String
    let idAlias: String
    let name: String
    let avatarUrl: Nullable?
    let createdAt: String

    /// - Parameter isEmbedded: whether it stands within a participant, where a missing picture is left out;
    ///   on its own it is `null`.
    init(_ user: User, isEmbedded: Bool = false) {
        id = user.id.description
        idAlias = user.alias
        name = user.name
        avatarUrl = isEmbedded && user.avatarURL == nil ? nil : Nullable(value: user.avatarURL)
        createdAt = user.createdAt.iso8601
    }
}

/// A person's part in a conversation.
struct WireParticipant: Encodable {
    let id: String
    let conversationId: String
    let userId: String
    let role: String
    let joinedAt: String
    let leftAt: String?
    let user: WireUser

    init(_ participant: Participant) {
        id = participant.id.description
        conversationId = participant.conversation.description
        userId = participant.user.id.description
        role = participant.role.rawValue
        joinedAt = participant.joinedAt.iso8601
        leftAt = participant.leftAt?.iso8601
        user = WireUser(participant.user, isEmbedded: true)
    }
}

/// A conversation with its participants.
struct WireConversation: Encodable {
    let id: String
    let type: String
    let name: String?
    let createdAt: String
    let participants: [WireParticipant]

    init(_ conversation: Conversation) {
        id = conversation.id.description
        type = conversation.kind.rawValue
        name = conversation.name
        createdAt = conversation.createdAt.iso8601
        participants = conversation.participants.map(WireParticipant.init)
    }
}

/// `GET /health` in session access
struct WireDatabaseHealth: Encodable {
    struct Database: Encodable {
        let status = "healthy"
        let message = "Database connection is operational"
    }

    let ok: Bool
    let database = Database()
}
