internal import Concurrency

/// Searches by reading messages, for backends without a search.
///
/// Reads the newest messages of each conversation, several conversations concurrently. Of what is not cached, a
/// conversation costs one request for each hundred messages, and a small one if more are left.
public struct RecentMessageSearch: MessageSearch {
    private let conversations: any ConversationRepository
    private let messages: any MessageRepository

    public init(conversations: any ConversationRepository, messages: any MessageRepository) {
        self.conversations = conversations
        self.messages = messages
    }

    public func reading(_ conversations: any ConversationRepository, _ messages: any MessageRepository)
        -> any MessageSearch
    {
        RecentMessageSearch(conversations: conversations, messages: messages)
    }

    public func search(_ query: SearchQuery?, within filter: SearchFilter, as user: UserID, limit: Int)
        async throws(ChatError) -> SearchResult
    {
        // Search each conversation once, even if the backend lists it several times.
        var seen: Set<ConversationID> = []
        var rest = try await conversations.conversations(of: user)
            .filter { $0.activeParticipant(user) != nil && seen.insert($0.id).inserted }
            .filter { filter.conversations?.contains($0.id) != false }.map(\.id)[...]
        var hits: [Message] = []
        while !rest.isEmpty {
            let recent = try await recent(inEach: Array(rest.prefix(Self.conversationsAtOnce)), as: user)
            rest = rest.dropFirst(Self.conversationsAtOnce)
            // Folding hundreds of long texts takes milliseconds.
            hits += try await BlockingPool.shared.compute {
                recent.flatMap { $0.filter { filter.accepts($0) && $0.isFound(by: query) } }
            }
        }
        let limit = min(max(limit, 1), SearchLimits.maximumHits)
        let newest = hits.sorted { $0.createdAt > $1.createdAt }.prefix(limit)
        return SearchResult(
            hits: Array(newest), coverage: .recent(messagesPerConversation: SearchLimits.recentMessages))
    }

    /// So many conversations are looked through in one job of the blocking pool: with a job for each of them, a search would
    /// wake another thread as often.
    private static var conversationsAtOnce: Int { 32 }

    private func recent(inEach conversations: [ConversationID], as user: UserID) async throws(ChatError)
        -> [[Message]]
    {
        try await conversations.concurrently(atMost: MessageLimits.maximumReadsAtOnce) {
            conversation throws(ChatError) in
            do throws(ChatError) {
                return try await recent(in: conversation, as: user)
            } catch  where error.reason == .notParticipant {
                // The user left or was removed during the search.
                return []
            }
        }
    }

    /// The newest `SearchLimits.recentMessages`. As in `MessageHistory`, reads overlap by a millisecond, and repeated
    /// messages are dropped by id.
    private func recent(in conversation: ConversationID, as user: UserID) async throws(ChatError) -> [Message] {
        var recent: [Message] = []
        var seen: Set<MessageID> = []
        while recent.count < SearchLimits.recentMessages {
            let edge = recent.last?.createdAt
            let overlap = recent.reversed().prefix { $0.createdAt == edge }.count
            let limit = min(
                SearchLimits.recentMessages - recent.count + overlap, SearchLimits.recentMessagesPerRead)
            let batch = try await messages.messages(
                in: conversation, as: user, before: edge?.adding(.milliseconds(1)), limit: limit)
            let fresh = batch.filter { seen.insert($0.id).inserted }
            recent += fresh
            // Stop if a whole batch shares one millisecond: reading again would return the same messages.
            if batch.count < limit || fresh.isEmpty { break }
        }
        return recent
    }
}

extension Message {
    /// Looks at the text, and at the names of the files.
    fileprivate func isFound(by query: SearchQuery?) -> Bool {
        guard case .text(_, let text) = content else { return false }
        guard let query else { return true }
        if attachments.isEmpty { return query.isFound(in: FoldedText(text)) }
        return query.isFound(
            in: FoldedText(([text] + attachments.map(\.name.description)).joined(separator: "\n")))
    }
}
