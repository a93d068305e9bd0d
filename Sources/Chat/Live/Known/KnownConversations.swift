import Chat

/// The conversations, read from the backend each time; changes are told.
struct ObservedConversations: ConversationRepository {
    let live: Live

    func conversations(of user: UserID) async throws(ChatError) -> [Conversation] {
        try await live.readConversations(of: user)
    }

    func conversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation {
        try await live.readConversation(id, as: user)
    }

    func create(_ new: NewConversation, as user: UserID) async throws(ChatError) -> Conversation {
        let conversation = try await live.upstream.conversations.create(new, as: user)
        live.update { hub, now in
            let told = hub.take(conversation, begun: hub.beginRead(), now: now)
            let others = conversation.activeParticipants.map(\.user.id).filter {
                !(hub.people[$0]?.told?.contains(conversation.id) ?? false)
            }
            return told + others.flatMap { hub.join($0, conversation.id, now) }
        }
        return conversation
    }

    func add(_ user: UserID, as role: Role, to conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        let participant = try await live.upstream.conversations.add(user, as: role, to: conversation, by: actor)
        await live.readAfterChange(of: conversation, as: actor)
        return participant
    }

    func remove(_ user: UserID, from conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        let participant = try await live.upstream.conversations.remove(user, from: conversation, by: actor)
        await live.readAfterChange(of: conversation, as: actor)
        return participant
    }
}

/// The conversations, as they are known.
struct KnownConversations: ConversationRepository {
    let live: Live

    private var observed: ObservedConversations { ObservedConversations(live: live) }

    func conversations(of user: UserID) async throws(ChatError) -> [Conversation] {
        let (fresh, known) = live.know { hub, now in
            hub.people[user]?.lastUse = now
            let read = hub.people[user]?.conversations
            let known = read?.value.map { hub.feeds[$0.id]?.conversation ?? $0 }
            return (hub.isFresh(read?.at, live.limits.personFreshness, now: now) ? known : nil, known)
        }
        if let fresh { return fresh }
        do throws(ChatError) { return try await observed.conversations(of: user) } catch {
            guard error.isOutage, let known else { throw error }
            return known
        }
    }

    func conversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation {
        let (fresh, known) = live.know { hub, now in
            hub.feeds[id]?.lastUse = now
            guard let state = hub.feeds[id] else { return (Conversation?.none, Conversation?.none) }
            return (hub.isConversationFresh(state, now: now) ? state.conversation : nil, state.conversation)
        }
        if let fresh { return fresh }
        do throws(ChatError) { return try await observed.conversation(id, as: user) } catch {
            guard error.isOutage, let known else { throw error }
            return known
        }
    }

    func create(_ conversation: NewConversation, as user: UserID) async throws(ChatError) -> Conversation {
        try await observed.create(conversation, as: user)
    }

    func add(_ user: UserID, as role: Role, to conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        try await observed.add(user, as: role, to: conversation, by: actor)
    }

    func remove(_ user: UserID, from conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        try await observed.remove(user, from: conversation, by: actor)
    }
}
