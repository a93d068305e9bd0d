internal import Concurrency

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

/// A position in the list of conversations: just after one of them.
public struct ListCursor: Hashable, Sendable {
    /// The last activity of that conversation.
    public let moment: Timestamp
    public let conversation: ConversationID

    public init(moment: Timestamp, conversation: ConversationID) {
        self.moment = moment
        self.conversation = conversation
    }

    init(_ summary: ConversationSummary) {
        self.init(moment: summary.lastActivity, conversation: summary.conversation.id)
    }

    /// Whether `other` stands further down in the list: with an older activity.
    func isBefore(_ other: ListCursor) -> Bool { (other.moment, other.conversation) < (moment, conversation) }
}

/// Lists the conversations of a person.
public struct ConversationOverview: Sendable {
    /// The number of conversations on a page.
    public static let pageSize = 50
    /// The number of conversations that the person has left, and that are listed.
    public static let archivedShown = 100

    /// A page of the current conversations, and the left ones.
    public struct List: Sendable {
        /// Newest activity first; on the first page after those that are pinned, which are ordered in the same way.
        public let active: [ConversationSummary]
        /// The cursor for the next page; `nil` at the end.
        public let next: ListCursor?
        /// The first `archivedShown`, newest first.
        public let archived: [Conversation]
        /// How many conversations the person has left.
        public let archivedCount: Int
    }

    private let repositories: Repositories

    public init(_ repositories: Repositories) { self.repositories = repositories }

    /// - Parameters:
    ///   - query: only conversations that it finds by their name or their participants' names.
    ///   - cursor: only conversations after it.
    ///   - pinned: those that stand first: all of them on the first page, in addition to `pageSize` others. Not where names
    ///     are searched for.
    ///   - begun: the direct conversations and threads that are listed though nothing was said in them, such as those with a draft.
    ///     Others are only found by name: nobody is shown a conversation that somebody has only opened.
    public func list(
        for user: UserID, matching query: SearchQuery? = nil, after cursor: ListCursor? = nil,
        pinned: Set<ConversationID> = [], begun: Set<ConversationID> = []
    ) async throws(ChatError) -> List {
        let all = try await repositories.conversations.conversations(of: user)
        var conversations = all.filter { $0.activeParticipant(user) != nil }
        if let query {
            let names = NameSearch(query: query, user: user, conversations: conversations)
            conversations = try await BlockingPool.shared.compute { names.foundConversations() }
        }
        let newest = try await repositories.messages.newest(inEach: conversations.map(\.id), as: user)
        let pinned = query == nil ? pinned : []
        let shown = conversations.map { ConversationSummary(conversation: $0, lastMessage: newest[$0.id]) }
            .filter { summary in
                let conversation = summary.conversation
                return (conversation.kind == .group && conversation.thread == nil) || summary.lastMessage != nil
                    || query != nil
                    || begun.contains(conversation.id) || pinned.contains(conversation.id)
            }
        let page = shown.filter { summary in
            !pinned.contains(summary.conversation.id) && cursor.map { $0.isBefore(ListCursor(summary)) } ?? true
        }.smallest(Self.pageSize + 1) { ListCursor($0).isBefore(ListCursor($1)) }
        let first =
            cursor == nil
            ? shown.filter { pinned.contains($0.conversation.id) }
                .sorted { ListCursor($0).isBefore(ListCursor($1)) } : []
        let hasMore = page.count > Self.pageSize
        let counter = UnreadCounter(repositories)
        let active = try await (first + page.prefix(Self.pageSize)).concurrently(
            atMost: MessageLimits.maximumReadsAtOnce
        ) {
            summary throws(ChatError) in
            // A conversation without messages has no unread ones.
            guard summary.lastMessage != nil else { return summary }
            return ConversationSummary(
                conversation: summary.conversation, lastMessage: summary.lastMessage,
                unread: try await counter.unread(in: summary.conversation, for: user))
        }
        let archived = all.filter { $0.activeParticipant(user) == nil }
        return List(
            active: active, next: hasMore ? active.last.map { ListCursor($0) } : nil,
            archived: Array(archived.prefix(Self.archivedShown)), archivedCount: archived.count)
    }
}
