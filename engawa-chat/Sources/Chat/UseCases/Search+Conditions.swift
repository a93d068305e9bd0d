internal import Concurrency

/// Why a condition of a search means nothing; with its value.
public enum SearchFault: Error, Hashable, Sendable {
    case unknownPerson(String)
    case unknownConversation(String)
    case badDay(String)
    case unknownContent(String)
}

extension Search {
    /// The most people or conversations that one condition may mean; more are `.unknownPerson` or `.unknownConversation`.
    static let maximumMeant = 100

    /// What the conditions that a person has typed mean. Of several with `from:` a message has to fulfil one, and so of
    /// several with `in:`; of all others each.
    ///
    /// - Parameter day: the first moment of a day and of the next one, in the person's time zone; `nil` where the text is no
    ///   day.
    /// - Throws: `SearchFault`, `ChatError`.
    public func filter(
        _ conditions: [TypedSearch.Condition], as user: UserID,
        day: (String) -> (start: Timestamp, end: Timestamp)?
    ) async throws -> SearchFilter {
        guard !conditions.isEmpty else { return .none }
        let conversations = try await repositories.conversations.conversations(of: user)
            .filter { $0.activeParticipant(user) != nil }
        var filter = SearchFilter()
        for condition in conditions {
            let value = condition.value
            switch condition.operator {
            case .from:
                filter.senders = (filter.senders ?? []).union(
                    try await people(value, in: conversations, as: user))
            case .in:
                let meant = try await BlockingPool.shared.compute {
                    Self.conversations(value, among: conversations, as: user)
                }
                guard !meant.isEmpty else { throw SearchFault.unknownConversation(value) }
                filter.conversations = (filter.conversations ?? []).union(meant)
            case .after:
                guard let day = day(value) else { throw SearchFault.badDay(value) }
                filter.from = max(filter.from ?? day.end, day.end)
            case .before:
                guard let day = day(value) else { throw SearchFault.badDay(value) }
                filter.until = min(filter.until ?? day.start, day.start)
            case .has:
                guard let content = SearchFilter.Content(typed: value) else {
                    throw SearchFault.unknownContent(value)
                }
                filter.contents.insert(content)
            }
        }
        return filter
    }

    /// Whom a name means: the person with this alias, or else all whose name or alias has these words.
    private func people(_ name: String, in conversations: [Conversation], as user: UserID) async throws -> Set<UserID> {
        let bare = Self.bare(name)
        if Self.ownNames.contains(bare.lowercased()) { return [user] }
        guard let query = SearchQuery(bare) else { throw SearchFault.unknownPerson(name) }
        let names = NameSearch(query: query, user: user, conversations: conversations)
        let listed = try await listedUsers(query)
        let found = try await BlockingPool.shared.compute {
            Self.person(bare.lowercased(), in: conversations, andAmong: listed).map { [$0] }
                ?? Set(names.people(andAmong: listed, limit: Self.maximumMeant + 1).map(\.user.id))
        }
        guard !found.isEmpty, found.count <= Self.maximumMeant else { throw SearchFault.unknownPerson(name) }
        return found
    }

    /// The person with an alias, also one who takes part no more.
    private static func person(_ alias: String, in conversations: [Conversation], andAmong others: [User]) -> UserID? {
        for conversation in conversations {
            // By index: a participant is not copied.
            for index in conversation.participants.indices where conversation.participants[index].user.alias == alias {
                return conversation.participants[index].user.id
            }
        }
        return others.first { $0.alias == alias }?.id
    }

    /// Without the sign that marks a name in a text.
    private static func bare(_ name: String) -> String {
        guard let first = name.unicodeScalars.first, first == "@" || first == "#" else { return name }
        return String(name.unicodeScalars.dropFirst())
    }

    private static let ownNames: Set = ["me", "自分"]

    /// Which conversations a name means: those of exactly this name, or else all whose name has these words. A direct
    /// conversation has the name and the alias of the other person.
    private static func conversations(
        _ name: String, among conversations: [Conversation], as user: UserID
    ) -> Set<ConversationID> {
        guard let query = SearchQuery(bare(name)) else { return [] }
        let folded = FoldedText(query.description)
        var (exact, containing): (Set<ConversationID>, Set<ConversationID>) = ([], [])
        for conversation in conversations {
            let others = conversation.kind == .direct ? conversation.participants.map(\.user) : []
            let names =
                [conversation.name].compactMap(\.self)
                + others.filter { $0.id != user }.flatMap { [$0.name, $0.alias] }
            if names.contains(where: { FoldedText($0) == folded }) { exact.insert(conversation.id) }
            if NameRank(of: names, in: query) != nil { containing.insert(conversation.id) }
        }
        let found = exact.isEmpty ? containing : exact
        return found.count <= maximumMeant ? found : []
    }
}

extension SearchFilter.Content {
    private static let names: [String: Self] = [
        "file": .file, "files": .file, "ファイル": .file, "picture": .picture, "pictures": .picture, "image": .picture,
        "photo": .picture, "画像": .picture, "写真": .picture, "link": .link, "links": .link, "リンク": .link,
    ]

    fileprivate init?(typed name: String) {
        guard let content = Self.names[name.lowercased()] else { return nil }
        self = content
    }
}
