/// Full-text search in messages.
public protocol MessageSearch: Sendable {
    /// The newest `limit` messages that contain every word of `query` and that `filter` accepts, newest first, from
    /// conversations in which `user` is an active participant. Excludes deleted and system messages. Reactions may be
    /// missing.
    /// - Parameters:
    ///   - query: `nil` for whatever the filter accepts.
    ///   - limit: 1…`SearchLimits.maximumHits`.
    func search(_ query: SearchQuery?, within filter: SearchFilter, as user: UserID, limit: Int)
        async throws(ChatError) -> SearchResult

    /// The same search, with what it reads of messages and conversations read through these repositories.
    func reading(_ conversations: any ConversationRepository, _ messages: any MessageRepository) -> any MessageSearch
}

extension MessageSearch {
    /// The same in all messages.
    public func search(_ query: SearchQuery, as user: UserID, limit: Int) async throws(ChatError) -> SearchResult {
        try await search(query, within: .none, as: user, limit: limit)
    }

    /// A search of the backend's own reads nothing.
    public func reading(_ conversations: any ConversationRepository, _ messages: any MessageRepository)
        -> any MessageSearch
    {
        self
    }
}

/// The messages found by a search.
public struct SearchResult: Hashable, Sendable {
    /// Which messages were searched.
    public enum Coverage: Hashable, Sendable {
        case everything
        /// Only this many of the newest messages of each conversation.
        case recent(messagesPerConversation: Int)
        /// An equal part of each conversation, from its newest message back, as there was too much to search.
        case interrupted
    }

    /// Newest first, from all conversations.
    public let hits: [Message]
    public let coverage: Coverage

    public init(hits: [Message], coverage: Coverage) {
        self.hits = hits
        self.coverage = coverage
    }
}

/// The limits of a search.
public enum SearchLimits {
    /// The maximum number of messages that one search may return.
    public static let maximumHits = 200
    /// The number of messages on a page of results.
    public static let messagesShown = 50
    /// The number of people, and of conversations, on a page of results.
    public static let namesShown = 20
    /// The number of people that are read, among which those who share a conversation come first.
    public static let peopleRead = 200
    /// The number of messages read of each conversation if the backend has no search.
    public static let recentMessages = 200
    /// The number of messages in one read of a search; the maximum in the backend's documentation.
    public static let recentMessagesPerRead = 100
}
