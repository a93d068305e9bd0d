import Concurrency

/// Creates conversations, each once: a form that is sent twice, also at the same time, opens the same conversation.
public final class ConversationStart: Sendable {
    private enum Key: Hashable {
        case direct(Set<UserID>)
        case group(creator: UserID, FormKey)
    }

    /// How many groups are remembered by their form.
    public static let maximumGroups = 10_000

    private let repositories: Repositories
    private let running = SingleFlight<Key, ConversationID, ChatError>()
    private let groups = Lock(RecentValues<Key, ConversationID>(maximum: maximumGroups))

    public init(_ repositories: Repositories) { self.repositories = repositories }

    /// The existing direct conversation of two people, or a new one. Backends would create a second one.
    public func direct(with person: UserID, as user: UserID) async throws(ChatError) -> ConversationID {
        let pair: Set = [person, user]
        return try await running.run(.direct(pair)) { () async throws(ChatError) in
            if let existing = try await self.existingDirect(with: person, as: user) { return existing }
            return try await self.create(.direct, [user, person], as: user)
        }
    }

    /// The direct conversation of two people; `nil` where they have none.
    public func existingDirect(with person: UserID, as user: UserID) async throws(ChatError) -> ConversationID? {
        let pair: Set = [person, user]
        return try await repositories.conversations.conversations(of: user).first { conversation in
            conversation.kind == .direct && Set(conversation.activeParticipants.map(\.user.id)) == pair
        }?.id
    }

    /// Creates a group. Its creator is a participant and its admin: backends make everyone a member, and a group without
    /// an admin could never remove anyone.
    ///
    /// - Parameter key: of the form: the same form sent again opens the group that it created.
    public func group(named name: DisplayName, with people: [UserID], as user: UserID, key: FormKey)
        async throws(ChatError) -> ConversationID
    {
        let key = Key.group(creator: user, key)
        return try await running.run(key) { () async throws(ChatError) in
            if let created = self.groups.withLock({ $0[key] }) { return created }
            let created = try await self.create(.group(name: name), [user] + people, as: user)
            self.groups.withLock { $0[key] = created }
            // For an active participant, this sets the role only.
            _ = try await self.repositories.conversations.add(user, as: .admin, to: created, by: user)
            return created
        }
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
