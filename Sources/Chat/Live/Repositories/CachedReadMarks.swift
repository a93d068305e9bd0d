import Chat

/// The read marks: counted from the cache after a first answer, as far as the policy allows; changes are published.
struct CachedReadMarks: ReadMarkRepository {
    let live: Live
    let policy: CachePolicy

    func mark(_ message: MessageID, asReadIn conversation: ConversationID, by user: UserID)
        async throws(ChatError) -> ReadMark
    {
        let start = live.withState { state, _ in state.beginMark(in: conversation, by: user) }
        let mark = try await live.upstream.readMarks.mark(message, asReadIn: conversation, by: user)
        live.update { state, now in
            state.mark(mark.lastRead, in: conversation, by: user, begun: start, now: now)
        }
        return mark
    }

    func unreadCount(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> Int {
        try await live.cached(policy) { state, now, atAnyAge in
            state.unreadCount(in: conversation, for: user, atAnyAge: atAnyAge, now: now)
        } orAsk: { () async throws(ChatError) in
            let versions = live.withState { state, _ in state.unreadVersions(in: conversation, for: user) }
            let count = try await live.readUnreadCount(in: conversation, for: user)
            if let versions {
                live.update { state, now in
                    state.takeUnread(count, in: conversation, of: user, since: versions, now: now)
                }
            }
            return count
        }
    }
}
