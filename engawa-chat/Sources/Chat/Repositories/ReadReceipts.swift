/// How far others have read. Whoever does not show it of themselves sees it of nobody.
public protocol ReadReceipts: Sendable {
    /// Whether the backend has them.
    var isThere: Bool { get }
    /// The members who have read furthest, furthest first, at most `MessageLimits.maximumReaders`; `user` may be among them.
    /// - Returns: `nil` where `user` does not show how far they have read.
    /// - Throws: `.notParticipant`.
    func readers(of conversation: ConversationID, as user: UserID) async throws(ChatError) -> [Reader]?
    /// Whether a person shows others how far they have read. - Throws: `.notFound`.
    func showsReading(_ user: UserID) async throws(ChatError) -> Bool
    /// Doing it again changes nothing. - Throws: `.notFound`.
    func setShowsReading(_ shows: Bool, of user: UserID) async throws(ChatError)
}

/// A member, and the last message that they have read.
public struct Reader: Hashable, Sendable {
    public let user: UserID
    public let message: MessageID
    /// When that message was sent.
    public let sentAt: Timestamp

    public init(user: UserID, message: MessageID, sentAt: Timestamp) {
        self.user = user
        self.message = message
        self.sentAt = sentAt
    }
}

/// Who has read a message, of those who show it.
public struct MessageReaders: Hashable, Sendable {
    public let users: [UserID]
    /// Whether there may be more than are known.
    public let isMore: Bool

    /// - Parameter readers: those of the message's conversation, as `ReadReceipts` gives them.
    public init(of message: Message, among readers: [Reader]) {
        let (sender, sentAt) = (message.sender, message.createdAt)
        users = readers.lazy.filter { $0.sentAt >= sentAt && $0.user != sender }.map(\.user)
        isMore = readers.count >= MessageLimits.maximumReaders && readers.allSatisfy { $0.sentAt >= sentAt }
    }
}

/// That it is not known how far others have read.
public struct NoReadReceipts: ReadReceipts {
    public init() {}

    public var isThere: Bool { false }

    public func readers(of conversation: ConversationID, as user: UserID) async throws(ChatError) -> [Reader]? { nil }

    public func showsReading(_ user: UserID) async throws(ChatError) -> Bool { false }

    public func setShowsReading(_ shows: Bool, of user: UserID) async throws(ChatError) {
        throw ChatError(.forbidden, during: "show reading")
    }
}
