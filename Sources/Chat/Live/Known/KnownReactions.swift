import Chat

/// The reactions; changes are told.
struct KnownReactions: ReactionRepository {
    let live: Live

    func reactions(to message: MessageID, as user: UserID) async throws(ChatError) -> [Reaction] {
        try await live.upstream.reactions.reactions(to: message, as: user)
    }

    func add(_ emoji: Emoji, to message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
    {
        let reaction = try await live.upstream.reactions.add(emoji, to: message, in: conversation, as: user)
        live.update { hub, now in hub.change(conversation, now: now) { $0.add(reaction) } }
        return reaction
    }

    func remove(_ emoji: String, from message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
    {
        let reaction = try await live.upstream.reactions.remove(emoji, from: message, in: conversation, as: user)
        live.update { hub, now in hub.change(conversation, now: now) { $0.remove(emoji, from: message, by: user) } }
        return reaction
    }
}
