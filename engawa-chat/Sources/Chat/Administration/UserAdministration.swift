/// Manages the people of a chat that is stored in this process. A backend behind a network offers none of this.
///
/// Its operations skip the cache of a site: `Live` must be told of what they change.
public protocol UserAdministration: Sendable {
    /// A page of all people, ordered by alias. Reads no more than the page.
    ///
    /// - Parameter alias: the last one of the page before; `nil` for the first page.
    func people(after alias: String?, limit: Int) async throws(ChatError) -> [User]
    /// Those of these people who exist, in any order.
    func people(_ ids: Set<UserID>) async throws(ChatError) -> [User]
    /// Whether there is anybody.
    func hasPeople() async throws(ChatError) -> Bool
    /// Changes the displayed name, the alias or both.
    ///
    /// - Returns: the person as they are now.
    /// - Throws: `.notFound`; `.aliasTaken`.
    func rename(_ user: UserID, to name: DisplayName?, alias: Alias?) async throws(ChatError) -> User
    /// Deletes a person. They leave all conversations, which a system message tells; their profile, reactions,
    /// bookmarks, drafts and read marks are deleted. Messages stay, without a name, unless `withMessages`.
    ///
    /// Takes many transactions. If it was interrupted, the person is still there, and it can be repeated.
    /// - Returns: the conversations in which they took part.
    /// - Throws: `.notFound`.
    func delete(_ user: UserID, withMessages: Bool) async throws(ChatError) -> [ConversationID]
    /// The conversations in which a person takes part or once did.
    func memberships(of user: UserID) async throws(ChatError) -> [Membership]
    /// The texts that a person has sent and not deleted, the oldest first, a part at a time.
    func messages(of user: UserID, in part: PersonalPart) async throws(ChatError) -> PersonalPage<Message>
    /// The texts that a person's messages had before they were edited, the oldest first, a part at a time.
    func earlierTexts(of user: UserID, in part: PersonalPart) async throws(ChatError) -> PersonalPage<EarlierText>
    /// The reactions of a person, the oldest first, a part at a time.
    func reactions(of user: UserID, in part: PersonalPart) async throws(ChatError) -> PersonalPage<Reaction>
    /// How far a person has read.
    func readMarks(of user: UserID) async throws(ChatError) -> [ReadMark]
}

/// A text that a message had before it was edited.
public struct EarlierText: Hashable, Sendable {
    public let message: MessageID
    public let version: MessageVersion

    public init(message: MessageID, version: MessageVersion) {
        self.message = message
        self.version = version
    }
}

/// A person's part in a conversation, without the other participants.
public struct Membership: Hashable, Sendable {
    public let conversation: ConversationID
    public let kind: Conversation.Kind
    /// The name of a group.
    public let name: String?
    public let role: Role
    public let joinedAt: Timestamp
    /// `nil` for an active participant.
    public let leftAt: Timestamp?

    public init(
        conversation: ConversationID, kind: Conversation.Kind, name: String?, role: Role, joinedAt: Timestamp,
        leftAt: Timestamp?
    ) {
        self.conversation = conversation
        self.kind = kind
        self.name = name
        self.role = role
        self.joinedAt = joinedAt
        self.leftAt = leftAt
    }
}

/// A part of a table in which the rows of one person are looked for.
public struct PersonalPart: Hashable, Sendable {
    /// The number of the last row before it.
    public let start: Int64

    public static let first = PersonalPart(after: 0)

    public init(after start: Int64) { self.start = start }
}

/// What was found in a part.
public struct PersonalPage<Value: Sendable>: Sendable {
    public let values: [Value]
    /// `nil` after the last part.
    public let next: PersonalPart?

    public init(_ values: [Value], next: PersonalPart?) {
        self.values = values
        self.next = next
    }
}
