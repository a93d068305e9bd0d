internal import Concurrency

/// Finds people, conversations and messages that a person may see.
public struct Search: Sendable {
    let repositories: Repositories

    public init(_ repositories: Repositories) { self.repositories = repositories }

    /// The newest messages that `filter` accepts and that contain every word of `query`.
    public func findMessages(
        _ query: SearchQuery?, within filter: SearchFilter, as user: UserID
    ) async throws(ChatError) -> Findings {
        let result = try await repositories.search.search(
            query, within: filter, as: user, limit: SearchLimits.messagesShown + 1)
        let conversations = try await repositories.conversations.conversations(of: user)
            .filter { $0.activeParticipant(user) != nil }
        return Findings(people: [], conversations: [], result, in: conversations)
    }

    /// Names that begin with a word of `query` come before names that contain it.
    public func find(_ query: SearchQuery, as user: UserID) async throws(ChatError) -> Findings {
        async let everyone = Result.catching { () async throws(ChatError) in try await listedUsers(query) }
        async let found = Result.catching { () async throws(ChatError) in
            try await repositories.search.search(query, as: user, limit: SearchLimits.messagesShown + 1)
        }
        let conversations = try await repositories.conversations.conversations(of: user)
            .filter { $0.activeParticipant(user) != nil }
        let names = NameSearch(query: query, user: user, conversations: conversations)
        let listed = try await everyone.get()
        let (people, foundConversations) = try await BlockingPool.shared.compute {
            (names.people(andAmong: listed, limit: SearchLimits.namesShown + 1), names.foundConversations())
        }
        return Findings(
            people: people, conversations: foundConversations, try await found.get(), in: conversations)
    }

    /// The first people that the query finds; none if the backend does not list people.
    func listedUsers(_ query: SearchQuery) async throws(ChatError) -> [User] {
        do throws(ChatError) {
            return try await repositories.users.users(matching: query, limit: SearchLimits.peopleRead)
        } catch  where error.reason == .forbidden || error.reason == .notFound {
            return []
        }
    }
}

/// The results of a search.
public struct Findings: Sendable, Equatable {
    /// The first results of one kind.
    public struct Part<Item: Sendable & Equatable>: Sendable, Equatable {
        public let items: [Item]
        /// Whether there are more results than `items`.
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
    /// Which messages were searched.
    public let coverage: SearchResult.Coverage

    init(
        people: [FoundPerson], conversations: [Conversation], _ result: SearchResult, in all: [Conversation]
    ) {
        let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        self.people = Part(people, limit: SearchLimits.namesShown)
        self.conversations = Part(conversations, limit: SearchLimits.namesShown)
        // A conversation joined between the two reads is omitted.
        messages = Part(
            result.hits.compactMap { hit in
                byID[hit.conversation].map { FoundMessage(message: hit, conversation: $0) }
            }, limit: SearchLimits.messagesShown)
        coverage = result.coverage
    }

    public var isEmpty: Bool { people.items.isEmpty && conversations.items.isEmpty && messages.items.isEmpty }
}

/// A person, with the conversations that they share with the person who searches.
public struct FoundPerson: Sendable, Equatable {
    public let user: User
    /// Newest created first.
    public let shared: [Conversation]

    /// The direct conversation of the two.
    public var direct: Conversation? { shared.first { $0.kind == .direct && $0.participants.count == 2 } }
}

/// A message with its conversation.
public struct FoundMessage: Sendable, Equatable {
    public let message: Message
    public let conversation: Conversation
}

extension Result where Failure == ChatError {
    fileprivate static func catching(_ body: () async throws(ChatError) -> Success) async -> Self {
        do throws(ChatError) { return .success(try await body()) } catch { return .failure(error) }
    }
}
