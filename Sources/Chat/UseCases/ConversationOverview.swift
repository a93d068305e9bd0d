/// A conversation as the list shows it.
public struct ConversationSummary: Sendable, Equatable {
    public let conversation: Conversation
    public let lastMessage: Message?

    public init(conversation: Conversation, lastMessage: Message?) {
        self.conversation = conversation
        self.lastMessage = lastMessage
    }

    /// When something last happened in it.
    public var lastActivity: Timestamp { lastMessage?.createdAt ?? conversation.createdAt }
}

/// Lists the conversations of one person.
public struct ConversationOverview: Sendable {
    private let repositories: Repositories

    public init(_ repositories: Repositories) { self.repositories = repositories }

    /// Those in which `user` takes part now, newest activity first.
    public func active(for user: UserID) async throws(ChatError) -> [ConversationSummary] {
        let conversations = try await repositories.conversations.conversations(of: user)
            .filter { $0.activeParticipant(user) != nil }
        let newest = try await repositories.messages.newest(inEach: conversations.map(\.id), as: user)
        return
            conversations
            .map { ConversationSummary(conversation: $0, lastMessage: newest[$0.id]) }
            .sorted { ($1.lastActivity, $1.conversation.id) < ($0.lastActivity, $0.conversation.id) }
    }
}
