/// An invitation to a group: whoever has its id may join, as long as who made it may add people.
public struct Invite: Hashable, Sendable, Codable, Identifiable {
    /// Cannot be guessed: 122 random bits (RFC 9562 §5.4).
    public let id: InviteID
    public let conversation: ConversationID
    /// Who made it.
    public let user: UserID
    public let createdAt: Timestamp
    public let expiresAt: Timestamp
    /// How many people may join by it; `nil` for any number.
    public let maximumUses: Int?
    /// How many have joined by it.
    public let uses: Int

    public init(
        id: InviteID, conversation: ConversationID, user: UserID, createdAt: Timestamp, expiresAt: Timestamp,
        maximumUses: Int?, uses: Int
    ) {
        self.id = id
        self.conversation = conversation
        self.user = user
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.maximumUses = maximumUses
        self.uses = uses
    }

    /// Whether somebody may join by it at `moment`.
    public func isOpen(at moment: Timestamp) -> Bool { moment < expiresAt && uses < maximumUses ?? .max }
}

/// An invitation to be made.
public struct NewInvite: Hashable, Sendable {
    /// The longest time for which one holds.
    public static let maximumLifetime = Duration.seconds(30 * 24 * 3_600)
    /// The largest number of people for which one can be made that has a number.
    public static let maximumUses = 10_000

    public let lifetime: Duration
    public let maximumUses: Int?

    /// Fails for a time or a number out of range.
    public init?(lifetime: Duration, maximumUses: Int?) {
        guard lifetime >= .seconds(1), lifetime <= Self.maximumLifetime,
            maximumUses.map({ (1...Self.maximumUses).contains($0) }) ?? true
        else { return nil }
        self.lifetime = lifetime
        self.maximumUses = maximumUses
    }
}

/// What those see of a group who may join it.
public struct JoinableGroup: Hashable, Sendable {
    public let conversation: ConversationID
    public let name: String
    public let description: String?
    /// How many people take part.
    public let members: Int

    public init(conversation: ConversationID, name: String, description: String?, members: Int) {
        self.conversation = conversation
        self.name = name
        self.description = description
        self.members = members
    }
}
