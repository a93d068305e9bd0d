/// Finds people and conversations by name.
struct NameSearch: Sendable {
    /// The names of participants are compared in conversations of at most so many active people; those of larger ones
    /// are found by their own name, and their people among all.
    static let maximumParticipants = 50

    let query: SearchQuery
    /// The person who searches. Excluded from the results, as all their conversations would match.
    let user: UserID
    /// The conversations in which `user` is active, newest created first.
    let conversations: [Conversation]

    private struct Small {
        let conversation: Conversation
        let people: [User]
    }

    /// People who share a conversation with the user come first; names that begin with a word come before names that
    /// contain it.
    ///
    /// - Parameter others: people that the query finds, in the order of `UserRepository.users(matching:limit:)`.
    func people(andAmong others: [User], limit: Int) -> [FoundPerson] {
        var known: [UserID: User] = [:]
        for person in small.flatMap(\.people) where known[person.id] == nil { known[person.id] = person }
        for person in others where person.id != user && known[person.id] == nil { known[person.id] = person }
        let ranked = known.values.compactMap { person in
            NameRank(of: [person.name, person.alias], in: query).map { (user: person, rank: $0) }
        }
        var shared: [UserID: [Conversation]] = [:]
        let found = Set(ranked.map(\.user.id))
        for conversation in conversations {
            for participant in conversation.participants where participant.isActive {
                guard found.contains(participant.user.id) else { continue }
                shared[participant.user.id, default: []].append(conversation)
            }
        }
        return ranked.map { (found: FoundPerson(user: $0.user, shared: shared[$0.user.id] ?? []), rank: $0.rank) }
            .smallest(limit) { Self.order($0) < Self.order($1) }
            .map(\.found)
    }

    /// Matches of the conversation's own name come before matches of its participants' names.
    func foundConversations() -> [Conversation] {
        let small = Dictionary(small.map { ($0.conversation.id, $0.people) }) { first, _ in first }
        return
            conversations
            .compactMap { conversation -> (conversation: Conversation, rank: Int)? in
                let own = [conversation.name].compactMap(\.self)
                let people = small[conversation.id]?.flatMap { [$0.name, $0.alias] } ?? []
                guard
                    let rank = NameRank(of: own, in: query)?.rawValue
                        ?? NameRank(of: own + people, in: query).map({ $0.rawValue + 2 })
                else { return nil }
                return (conversation, rank)
            }
            .sorted { $0.rank < $1.rank }
            .map(\.conversation)
    }

    /// The conversations with few people, and these without the user.
    private var small: [Small] {
        conversations.compactMap { conversation in
            guard conversation.participants.lazy.filter(\.isActive).count <= Self.maximumParticipants else {
                return nil
            }
            return Small(
                conversation: conversation,
                people: conversation.activeParticipants.map(\.user).filter { $0.id != user })
        }
    }

    private static func order(_ person: (found: FoundPerson, rank: NameRank)) -> (NameRank, Int, String, String) {
        (person.rank, person.found.shared.isEmpty ? 1 : 0, person.found.user.name, person.found.user.alias)
    }
}
