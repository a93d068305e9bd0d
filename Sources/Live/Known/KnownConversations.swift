import Chat

/// The conversations, read from the backend each time; changes are told.
struct ObservedConversations: ConversationRepository {
    let live: Live

    func conversations(of user: UserID) async throws(ChatError) -> [Conversation] {
        try await live.readConversations(of: user)
    }

    func conversation(_ id: ConversationID) async throws(ChatError) -> Conversation {
        try await live.readConversation(id)
    }

    func create(_ new: NewConversation) async throws(ChatError) -> Conversation {
        let conversation = try await live.upstream.conversations.create(new)
        live.update { hub, now in
            hub.take(conversation, now: now)
                + conversation.activeParticipants.flatMap { hub.join($0.user.id, conversation.id, now) }
        }
        return conversation
    }

    func add(_ user: UserID, as role: Role, to conversation: ConversationID) async throws(ChatError) -> Participant {
        let participant = try await live.upstream.conversations.add(user, as: role, to: conversation)
        await live.readAfterChange(of: conversation)
        return participant
    }

    func remove(_ user: UserID, from conversation: ConversationID) async throws(ChatError) -> Participant {
        let participant = try await live.upstream.conversations.remove(user, from: conversation)
        await live.readAfterChange(of: conversation)
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

    func conversation(_ id: ConversationID) async throws(ChatError) -> Conversation {
        let (fresh, known) = live.know { hub, now in
            hub.feeds[id]?.lastUse = now
            guard let state = hub.feeds[id] else { return (Conversation?.none, Conversation?.none) }
            return (hub.isConversationFresh(state, now: now) ? state.conversation : nil, state.conversation)
        }
        if let fresh { return fresh }
        do throws(ChatError) { return try await observed.conversation(id) } catch {
            guard error.isOutage, let known else { throw error }
            return known
        }
    }

    func create(_ conversation: NewConversation) async throws(ChatError) -> Conversation {
        try await observed.create(conversation)
    }

    func add(_ user: UserID, as role: Role, to conversation: ConversationID) async throws(ChatError) -> Participant {
        try await observed.add(user, as: role, to: conversation)
    }

    func remove(_ user: UserID, from conversation: ConversationID) async throws(ChatError) -> Participant {
        try await observed.remove(user, from: conversation)
    }
}
