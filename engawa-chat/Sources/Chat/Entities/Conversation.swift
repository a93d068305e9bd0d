/// A conversation of two people or of a group.
public struct Conversation: Hashable, Sendable, Codable, Identifiable {
    public enum Kind: String, Sendable, Codable {
        case direct
        case group
    }

    public let id: ConversationID
    public let kind: Kind
    /// The name of a group; `nil` for a direct conversation.
    public private(set) var name: String?
    public let createdAt: Timestamp
    /// Current and former participants, in no particular order.
    public var participants: [Participant]
    /// How many of its messages are pinned.
    public let pinnedCount: Int
    /// What is said about a group; `nil` for nothing.
    public let description: String?
    /// What only the admins of a group may do.
    public let adminsOnly: AdminsOnly
    /// Whether everybody finds a group, and may join it.
    public let isOpen: Bool
    /// The picture of a group; `nil` for none.
    public let picture: PictureID?
    /// Whether the replies to a message of the group are in a conversation of their own.
    public let hasThreads: Bool
    /// Where the conversation is such a thread, what it belongs to; it is called as the group is.
    public private(set) var thread: ThreadOrigin?

    public init(
        id: ConversationID, kind: Kind, name: String?, createdAt: Timestamp, participants: [Participant],
        pinnedCount: Int = 0, description: String? = nil, adminsOnly: AdminsOnly = [], isOpen: Bool = false,
        picture: PictureID? = nil, hasThreads: Bool = false, thread: ThreadOrigin? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.createdAt = createdAt
        self.participants = participants
        self.pinnedCount = pinnedCount
        self.description = description
        self.adminsOnly = adminsOnly
        self.isOpen = isOpen
        self.picture = picture
        self.hasThreads = hasThreads
        self.thread = thread
    }

    /// Takes the name of its group, as a thread is called.
    public mutating func take(groupName: String?) { name = groupName }

    /// Takes the text of the message that a thread has the replies to; `nil` for a deleted one.
    public mutating func take(text: String?) {
        guard let origin = thread else { return }
        thread = ThreadOrigin(conversation: origin.conversation, message: origin.message, text: text)
    }

    /// Whether it is a group, and no thread of one.
    public var isGroup: Bool { kind == .group && thread == nil }

    /// The current participants.
    public var activeParticipants: [Participant] {
        // Usually all are active, so the copy is avoided.
        participants.allSatisfy { $0.isActive } ? participants : participants.filter { $0.isActive }
    }

    /// Whether somebody who takes part may do what may be for admins only.
    public func allows(_ action: AdminsOnly, _ participant: Participant) -> Bool {
        participant.role == .admin || kind == .direct || !adminsOnly.contains(action)
    }

    /// The active participant `user`; `nil` for strangers and former participants.
    public func activeParticipant(_ user: UserID) -> Participant? {
        participants.first { $0.user.id == user && $0.isActive }
    }
}

/// The rights of a participant.
public enum Role: String, Sendable, Codable {
    case member
    case admin
}

/// A person's participation in a conversation.
public struct Participant: Hashable, Sendable, Codable, Identifiable {
    public let id: ParticipantID
    public let conversation: ConversationID
    public let user: User
    public let role: Role
    public let joinedAt: Timestamp
    /// When the person left; `nil` for an active participant.
    public var leftAt: Timestamp?

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

/// A conversation to be created.
public struct NewConversation: Hashable, Sendable {
    /// The maximum number of participants at creation.
    public static let maximumParticipants = 500

    public enum Kind: Hashable, Sendable {
        case direct
        case group(name: DisplayName)
    }

    public let kind: Kind
    /// At least one, without repetition. The creator is included only if named.
    public let participants: [UserID]

    /// Drops repeated participants; fails if none or too many remain.
    public init?(_ kind: Kind, participants: [UserID]) {
        var seen: Set<UserID> = []
        let unique = participants.filter { seen.insert($0).inserted }
        guard !unique.isEmpty, unique.count <= Self.maximumParticipants else { return nil }
        self.kind = kind
        self.participants = unique
    }
}
