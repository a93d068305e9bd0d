/// Finds messages by their words.
public protocol MessageSearch: Sendable {
    /// The newest `limit` messages that hold every word of `query`, newest first, from conversations in which `user`
    /// takes part now: neither deleted nor system messages. Whether their reactions come with them is not promised.
    /// - Parameter limit: 1…`SearchLimits.maximumHits`.
    func search(_ query: SearchQuery, as user: UserID, limit: Int) async throws(ChatError) -> SearchResult
}

/// What was found among the messages.
public struct SearchResult: Hashable, Sendable {
    /// How far a search looked.
    public enum Coverage: Hashable, Sendable {
        case everything
        /// No further back than this in each conversation.
        case recent(messagesPerConversation: Int)
        /// The same, because the words were short: with longer ones it looks at everything.
        case recentForShortWords(messagesPerConversation: Int)
    }

    /// Newest first. Each knows its conversation.
    public let hits: [Message]
    public let coverage: Coverage

    public init(hits: [Message], coverage: Coverage) {
        self.hits = hits
        self.coverage = coverage
    }
}

/// Limits of a search.
public enum SearchLimits {
    /// The most messages that one search may ask for.
    public static let maximumHits = 200
    /// Messages that a page of findings shows.
    public static let messagesShown = 50
    /// People, and conversations, that a page of findings shows.
    public static let namesShown = 20
    /// How far back each conversation is read where the backend can't search.
    public static let recentMessages = 200
    /// How many messages one read of a search asks for: the most that the backend's documentation allows.
    public static let recentMessagesPerRead = 100
}
