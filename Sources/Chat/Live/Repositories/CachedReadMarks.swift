import Chat

/// The read marks: counted from the cache after a first answer, as far as the policy allows; changes are published.
struct CachedReadMarks: ReadMarkRepository {
    let live: Live
    let policy: CachePolicy

    func mark(_ message: MessageID, asReadIn conversation: ConversationID, by user: UserID)
        async throws(ChatError) -> ReadMark
    {
        try await set(in: conversation, by: user, onlyForward: false) { () async throws(ChatError) in
            try await live.upstream.readMarks.mark(message, asReadIn: conversation, by: user)
        }
    }

    func advance(to message: MessageID, in conversation: ConversationID, by user: UserID)
        async throws(ChatError) -> ReadMark
    {
        try await set(in: conversation, by: user, onlyForward: true) { () async throws(ChatError) in
            try await live.upstream.readMarks.advance(to: message, in: conversation, by: user)
        }
    }

    private func set(
        in conversation: ConversationID, by user: UserID, onlyForward: Bool,
        _ body: () async throws(ChatError) -> ReadMark
    ) async throws(ChatError) -> ReadMark {
        let start = live.withState { state, _ in state.beginMark(in: conversation, by: user) }
        let mark = try await body()
        await live.noteReading(by: user, upTo: mark.lastRead, in: conversation)
        // A store that processes share tells of it itself.
        if policy == .askWhenOlder {
            live.tellOthers(.read(user, in: conversation, upTo: mark.lastRead, onlyForward: onlyForward))
        }
        if await countBehind(mark.lastRead, in: conversation, for: user) { return mark }
        live.update { state, now in
            state.mark(mark.lastRead, in: conversation, by: user, begun: start, now: now)
        }
        return mark
    }

    /// What follows a mark that is older than the cached messages has to be asked for.
    /// - Returns: whether the count was taken; not where the store does not answer: then it is not known how much is unread.
    private func countBehind(_ message: MessageID, in conversation: ConversationID, for user: UserID) async -> Bool {
        let versions = live.withState { state, _ in
            state.isMissing(message, in: conversation) ? state.unreadVersions(in: conversation, for: user) : nil
        }
        guard let versions, let count = try? await live.readUnreadCount(in: conversation, for: user) else {
            return false
        }
        return live.update { state, now in
            // Fewer than are cached: the message is a newer one, which is not cached yet.
            guard state.canTakeUnread(in: conversation, of: user, since: versions),
                count >= state.conversations[conversation]?.feed.messages.count ?? 0
            else { return (false, []) }
            return (true, state.takeUnread(count, in: conversation, of: user, since: versions, now: now))
        }
    }

    func lastRead(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> LastRead {
        let cached = live.withState { state, now -> LastRead? in
            guard policy != .alwaysAsk, let person = state.people[user] else { return nil }
            switch state.position(in: conversation, of: person, now: now) {
            case .after(let moment, let message): return .message(message, sentAt: moment)
            case .beginning: return .nothing
            case .behind, nil: return nil
            }
        }
        if let cached { return cached }
        return try await live.recordingOutages { () async throws(ChatError) in
            try await live.upstream.readMarks.lastRead(in: conversation, for: user)
        }
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
