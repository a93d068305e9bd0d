/// The replies to messages in conversations of their own, in groups whose admins want that (`GroupEdit.hasThreads`). Not every
/// backend has them.
///
/// The participants of a thread are those who follow it; each takes part in the group, and leaves its threads with it. No system
/// message tells of them.
public protocol MessageThreads: Sendable {
    /// Whether the backend has them.
    var isThere: Bool { get }
    /// Opens the thread of a message, which is made where there is none: from then on the person follows it, and so does the
    /// message's author. Whoever follows more than `MessageLimits.maximumThreads` leaves the one that was silent for longest.
    ///
    /// A thread that is there is opened though the group has none any more, or the message was deleted.
    /// - Throws: `.notParticipant`; `.notFound`, also for a deleted message; `.forbidden` for a system message, and in a
    ///   conversation without threads.
    func open(_ message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> OpenedThread
}

/// A thread that somebody follows now.
public struct OpenedThread: Hashable, Sendable {
    /// The conversation that has the replies.
    public let conversation: ConversationID
    /// What they, and the message's author, follow no more instead, where the store tells it at once.
    public let left: [UserID: [ConversationID]]

    public init(conversation: ConversationID, left: [UserID: [ConversationID]] = [:]) {
        self.conversation = conversation
        self.left = left
    }
}

/// That replies are in no threads.
public struct NoMessageThreads: MessageThreads {
    public init() {}

    public var isThere: Bool { false }

    public func open(_ message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> OpenedThread
    { throw ChatError(.forbidden, during: "open") }
}
