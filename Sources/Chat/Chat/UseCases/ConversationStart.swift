/// Creates conversations.
public struct ConversationStart: Sendable {
    private let repositories: Repositories

    public init(_ repositories: Repositories) { self.repositories = repositories }

    /// The existing direct conversation of two people, or a new one. Backends would create a second one.
    public func direct(with person: UserID, as user: UserID) async throws(ChatError) -> ConversationID {
        let pair: Set = [person, user]
        let existing = try await repositories.conversations.conversations(of: user).first { conversation in
            conversation.kind == .direct && Set(conversation.activeParticipants.map(\.user.id)) == pair
        }
        if let existing { return existing.id }
        return try await create(.direct, [user, person], as: user)
    }

    /// Creates a group; its creator is always a participant.
    public func group(named name: DisplayName, with people: [UserID], as user: UserID)
        async throws(ChatError) -> ConversationID
    {
        try await create(.group(name: name), [user] + people, as: user)
    }

    private func create(_ kind: NewConversation.Kind, _ people: [UserID], as user: UserID)
        async throws(ChatError) -> ConversationID
    {
        guard let new = NewConversation(kind, participants: people) else {
            throw ChatError(.invalid("too many participants"), during: "create")
        }
        return try await repositories.conversations.create(new, as: user).id
    }
}

/// The people that a person can start a conversation with.
public struct Acquaintances: Sendable {
    private let repositories: Repositories

    public init(_ repositories: Repositories) { self.repositories = repositories }

    /// All others if the backend lists people; else those who share a conversation with `user`. Sorted by name.
    public func of(_ user: UserID) async throws(ChatError) -> [User] {
        let everyone: [User]
        do throws(ChatError) {
            everyone = try await repositories.users.users()
        } catch {
            guard error.reason == .forbidden || error.reason == .notFound else { throw error }
            everyone = try await repositories.conversations.conversations(of: user).flatMap(\.participants).map(\.user)
        }
        var seen: Set = [user]
        return everyone.filter { seen.insert($0.id).inserted }.sorted { ($0.name, $0.alias) < ($1.name, $1.alias) }
    }
}
