/// A conversation with the data that the list shows.
public struct ConversationSummary: Sendable, Equatable {
    public let conversation: Conversation
    public let lastMessage: Message?
    public let unread: Unread

    public init(conversation: Conversation, lastMessage: Message?, unread: Unread = .none) {
        self.conversation = conversation
        self.lastMessage = lastMessage
        self.unread = unread
    }

    /// The time of the last message, or of the conversation's creation.
    public var lastActivity: Timestamp { lastMessage?.createdAt ?? conversation.createdAt }
}

/// Lists the conversations of a person.
public struct ConversationOverview: Sendable {
    /// All conversations, separated into current and left ones.
    public struct List: Sendable {
        /// Newest activity first.
        public let active: [ConversationSummary]
        /// Newest first.
        public let archived: [Conversation]
    }

    private let repositories: Repositories

    public init(_ repositories: Repositories) { self.repositories = repositories }

    public func list(for user: UserID) async throws(ChatError) -> List {
        let all = try await repositories.conversations.conversations(of: user)
        let conversations = all.filter { $0.activeParticipant(user) != nil }
        let newest = try await repositories.messages.newest(inEach: conversations.map(\.id), as: user)
        let counter = UnreadCounter(repositories)
        let unread = try await conversations.concurrently(atMost: MessageLimits.maximumReadsAtOnce) {
            conversation throws(ChatError) -> Unread in
            // A conversation without messages has no unread ones.
            newest[conversation.id] == nil ? .none : try await counter.unread(in: conversation.id, for: user)
        }
        let active = zip(conversations, unread)
            .map { ConversationSummary(conversation: $0, lastMessage: newest[$0.id], unread: $1) }
            .sorted { ($1.lastActivity, $1.conversation.id) < ($0.lastActivity, $0.conversation.id) }
        return List(active: active, archived: all.filter { $0.activeParticipant(user) == nil })
    }
}
