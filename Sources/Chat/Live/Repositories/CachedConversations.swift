import Chat

/// The conversations, from the cache as far as the policy allows; changes are published.
struct CachedConversations: ConversationRepository {
    let live: Live
    let policy: CachePolicy

    func conversations(of user: UserID) async throws(ChatError) -> [Conversation] {
        try await live.cached(policy) { state, now, atAnyAge in
            guard let person = state.people[user] else { return nil }
            person.lastUse = now
            guard atAnyAge || state.isFresh(person.list?.at, state.limits.personAge, now: now) else { return nil }
            return state.list(of: person)
        } orAsk: { () async throws(ChatError) in
            try await live.readConversations(of: user)
        }
    }

    func conversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation {
        try await live.cached(policy) { state, now, atAnyAge in
            guard let cached = state.conversations[id] else { return nil }
            cached.lastUse = now
            return atAnyAge || state.isConversationFresh(cached, now: now) ? cached.conversation : nil
        } orAsk: { () async throws(ChatError) in
            if policy == .askWhenOlder, let confirmed = try await live.confirmMembers(of: id, as: user) {
                return confirmed
            }
            return try await live.readConversation(id, as: user)
        }
    }

    func create(_ new: NewConversation, as user: UserID) async throws(ChatError) -> Conversation {
        let start = live.withState { state, _ in state.beginRead() }
        let conversation = try await live.upstream.conversations.create(new, as: user)
        live.update { state, now in
            // Somebody may have left already, before the answer came: then it is not taken.
            let published = state.take(conversation, begun: start, now: now)
            let members = conversation.activeParticipants.map(\.user.id)
            return published + state.joinUnlisted(members, conversation.id, now: now)
        }
        live.sharing?.announce(conversation.id, to: conversation.activeParticipants.map(\.user.id))
        return conversation
    }

    func add(_ user: UserID, as role: Role, to conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        try await live.writing(in: conversation) { () async throws(ChatError) in
            let participant = try await live.upstream.conversations.add(user, as: role, to: conversation, by: actor)
            await live.readAfterJoining(of: user, conversation, as: actor)
            return participant
        }
    }

    func remove(_ user: UserID, from conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        try await live.writing(in: conversation) { () async throws(ChatError) in
            let participant = try await live.upstream.conversations.remove(user, from: conversation, by: actor)
            await live.change(.left(user), in: conversation) { state, now in
                state.remove(user, from: conversation, now: now)
            }
            await live.readAfterChange(of: conversation, as: actor)
            return participant
        }
    }
}

extension Live {
    /// Reads a conversation after somebody has joined it, and tells it to all.
    func readAfterJoining(of user: UserID, _ conversation: ConversationID, as actor: UserID) async {
        await readAfterChange(of: conversation, as: actor)
        // Their list may be on its way, as it was before.
        await change(.joined(user), in: conversation) { state, now in
            state.joinUnlisted([user], conversation, now: now)
        }
        sharing?.announce(conversation, to: [user])
    }
}
