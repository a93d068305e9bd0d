/// A conversation of two people, or of a group.
public struct Conversation: Hashable, Sendable, Identifiable {
    public enum Kind: String, Sendable {
        case direct
        case group
    }

    public let id: ConversationID
    public let kind: Kind
    /// A group's name; a direct conversation has none.
    public let name: String?
    public let createdAt: Timestamp
    /// Everyone who takes part or once did, in no particular order.
    public let participants: [Participant]

    public init(id: ConversationID, kind: Kind, name: String?, createdAt: Timestamp, participants: [Participant]) {
        self.id = id
        self.kind = kind
        self.name = name
        self.createdAt = createdAt
        self.participants = participants
    }

    /// Those who take part now.
    public var activeParticipants: [Participant] {
        // Mostly all of them, which needs no copy.
        participants.allSatisfy { $0.isActive } ? participants : participants.filter { $0.isActive }
    }

    /// The part that `user` takes now; `nil` for a stranger and for one who left.
    public func activeParticipant(_ user: UserID) -> Participant? {
        participants.first { $0.user.id == user && $0.isActive }
    }
}

/// What a person may do in a conversation.
public enum Role: String, Sendable {
    case member
    case admin
}

/// A person's part in a conversation.
public struct Participant: Hashable, Sendable, Identifiable {
    public let id: ParticipantID
    public let conversation: ConversationID
    public let user: User
    public let role: Role
    public let joinedAt: Timestamp
    /// When they left; `nil` while they take part.
    public let leftAt: Timestamp?

    public init(
        id: ParticipantID, conversation: ConversationID, user: User, role: Role, joinedAt: Timestamp,
        leftAt: Timestamp?
    ) {
        self.id = id
        self.conversation = conversation
        self.user = user
        self.role = role
        self.joinedAt = joinedAt
        self.leftAt = leftAt
    }

    public var isActive: Bool { leftAt == nil }
}

/// A conversation that is to begin.
public struct NewConversation: Hashable, Sendable {
    /// How many people a conversation may begin with.
    public static let maximumParticipants = 500

    public enum Kind: Hashable, Sendable {
        case direct
        case group(name: DisplayName)
    }

    public let kind: Kind
    /// At least one, each once. The creator is in it only when named.
    public let participants: [UserID]

    /// Drops repeated participants; fails where none or too many are left.
    public init?(_ kind: Kind, participants: [UserID]) {
        var seen: Set<UserID> = []
        let unique = participants.filter { seen.insert($0).inserted }
        guard !unique.isEmpty, unique.count <= Self.maximumParticipants else { return nil }
        self.kind = kind
        self.participants = unique
    }
}
