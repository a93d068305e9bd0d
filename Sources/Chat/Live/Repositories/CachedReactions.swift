import Chat

/// The reactions, always asked for; changes are published. Pages get them with the messages.
struct CachedReactions: ReactionRepository {
    let live: Live

    func reactions(to message: MessageID, as user: UserID) async throws(ChatError) -> [Reaction] {
        try await live.upstream.reactions.reactions(to: message, as: user)
    }

    func add(_ emoji: Emoji, to message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
    {
        let reaction = try await live.upstream.reactions.add(emoji, to: message, in: conversation, as: user)
        await live.change(.reacted(reaction), in: conversation) { state, now in
            state.change(conversation, now: now) { $0.add(reaction) }
        }
        return reaction
    }

    func remove(_ emoji: String, from message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
    {
        let reaction = try await live.upstream.reactions.remove(emoji, from: message, in: conversation, as: user)
        await live.change(.unreacted(emoji, message: message, by: user), in: conversation) { state, now in
            state.change(conversation, now: now) { $0.remove(emoji, from: message, by: user) }
        }
        return reaction
    }
}
