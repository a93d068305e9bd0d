/// Finds people, conversations and messages, in what one person may see.
public struct Search: Sendable {
    private let repositories: Repositories

    public init(_ repositories: Repositories) { self.repositories = repositories }

    /// What begins with a word of `query` comes before what merely holds it.
    public func find(_ query: SearchQuery, as user: UserID) async throws(ChatError) -> Findings {
        async let everyone = Result.catching { () async throws(ChatError) in try await listedUsers() }
        async let found = Result.catching { () async throws(ChatError) in
            try await repositories.search.search(query, as: user, limit: SearchLimits.messagesShown + 1)
        }
        let conversations = try await repositories.conversations.conversations(of: user)
            .filter { $0.activeParticipant(user) != nil }
        let names = NameSearch(query: query, user: user, conversations: conversations)
        let result = try await found.get()
        let byID = Dictionary(conversations.map { ($0.id, $0) }) { first, _ in first }
        return Findings(
            people: Findings.Part(names.people(andAmong: try await everyone.get()), limit: SearchLimits.namesShown),
            conversations: Findings.Part(names.foundConversations(), limit: SearchLimits.namesShown),
            // A conversation that was joined between the two readings is left out.
            messages: Findings.Part(
                result.hits.compactMap { hit in
                    byID[hit.conversation].map { FoundMessage(message: hit, conversation: $0) }
                }, limit: SearchLimits.messagesShown),
            coverage: result.coverage)
    }

    /// Everyone, where the backend says who that is.
    private func listedUsers() async throws(ChatError) -> [User] {
        do throws(ChatError) {
            return try await repositories.users.users()
        } catch  where error.reason == .forbidden || error.reason == .notFound {
            return []
        }
    }
}

/// What a search found.
public struct Findings: Sendable, Equatable {
    /// The best of one kind.
    public struct Part<Item: Sendable & Equatable>: Sendable, Equatable {
        public let items: [Item]
        /// Whether there are more than `items`.
        public let hasMore: Bool

        init(_ items: [Item], limit: Int) {
            self.items = Array(items.prefix(limit))
            hasMore = items.count > limit
        }
    }

    public let people: Part<FoundPerson>
    public let conversations: Part<Conversation>
    /// Newest first.
    public let messages: Part<FoundMessage>
    /// How far back messages were looked at.
    public let coverage: SearchResult.Coverage

    public var isEmpty: Bool { people.items.isEmpty && conversations.items.isEmpty && messages.items.isEmpty }
}

/// A person with the conversations that they and the one who searches both take part in.
public struct FoundPerson: Sendable, Equatable {
    public let user: User
    /// Newest created first.
    public let shared: [Conversation]

    /// The conversation of just the two.
    public var direct: Conversation? { shared.first { $0.kind == .direct && $0.participants.count == 2 } }
}

/// A message with the conversation that it stands in.
public struct FoundMessage: Sendable, Equatable {
    public let message: Message
    public let conversation: Conversation
}

extension Result where Failure == ChatError {
    fileprivate static func catching(_ body: () async throws(ChatError) -> Success) async -> Self {
        do throws(ChatError) { return .success(try await body()) } catch { return .failure(error) }
    }
}
