/// Finds people and conversations by name.
struct NameSearch {
    let query: SearchQuery
    /// The person who searches. Excluded from the results, as all their conversations would match.
    let user: UserID
    /// The conversations in which `user` is active, newest created first.
    let conversations: [Conversation]

    /// People who share a conversation with the user come first; names that begin with a word come before names that
    /// contain it.
    func people(andAmong others: [User]) -> [FoundPerson] {
        var known: [UserID: User] = [:]
        var shared: [UserID: [Conversation]] = [:]
        for conversation in conversations {
            for person in conversation.activeParticipants.map(\.user) where person.id != user {
                known[person.id] = person
                shared[person.id, default: []].append(conversation)
            }
        }
        for person in others where person.id != user && known[person.id] == nil { known[person.id] = person }
        return known.values
            .compactMap { person in rank([person.name, person.alias]).map { (person, $0) } }
            .map { (found: FoundPerson(user: $0, shared: shared[$0.id] ?? []), rank: $1) }
            .sorted { Self.order($0) < Self.order($1) }
            .map(\.found)
    }

    /// Matches of the conversation's own name come before matches of its participants' names.
    func foundConversations() -> [Conversation] {
        conversations
            .compactMap { conversation -> (conversation: Conversation, rank: Int)? in
                let own = [conversation.name].compactMap(\.self)
                let people = conversation.activeParticipants.map(\.user).filter { $0.id != user }
                guard let rank = rank(own) ?? rank(own + people.flatMap { [$0.name, $0.alias] }).map({ $0 + 2 })
                else { return nil }
                return (conversation, rank)
            }
            .enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element.conversation)
    }

    /// 0 if one of `names` begins with a word of the query, 1 if together they contain all words, else `nil`.
    private func rank(_ names: [String]) -> Int? {
        let names = names.map { FoldedText($0) }
        guard query.terms.allSatisfy({ term in names.contains { $0.contains(term) } }) else { return nil }
        return names.contains { name in query.terms.contains { name.begins(with: $0) } } ? 0 : 1
    }

    private static func order(_ person: (found: FoundPerson, rank: Int)) -> (Int, Int, String, String) {
        (person.rank, person.found.shared.isEmpty ? 1 : 0, person.found.user.name, person.found.user.alias)
    }
}
