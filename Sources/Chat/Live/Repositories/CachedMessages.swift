import Chat
import Concurrency

/// The messages, from the cache as far as the policy allows; what is sent and deleted is published.
struct CachedMessages: MessageRepository {
    let live: Live
    let policy: CachePolicy
    /// How old a page may be; `nil` for `LiveLimits.pageAge`.
    var pageAge: Duration?

    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        if let before { return try await older(in: conversation, as: user, before: before, limit: limit) }
        // Fewer than a page are asked for by who counts what is unread.
        guard limit >= MessageHistory.pageSize else {
            return try await newest(limit, in: conversation, as: user, isFresh: Self.isListFresh) { $0.reversed() }
        }
        let isFresh = { (state: LiveState, cached: CachedConversation, now: Timestamp) in
            state.isPageFresh(cached, pageAge, now: now)
        }
        return try await newest(limit, in: conversation, as: user, isFresh: isFresh) { $0.reversed() }
    }

    func unread(_ behind: Int, in conversation: Conversation, for user: UserID) async throws(ChatError) -> Unread {
        try await newest(
            min(behind, UnreadCounter.maximum), in: conversation.id, as: user, isFresh: Self.isListFresh
        ) { Unread(behind, of: $0, in: conversation, for: user) }
    }

    private static func isListFresh(_ state: LiveState, _ cached: CachedConversation, _ now: Timestamp) -> Bool {
        state.isNewestFresh(cached, now: now)
    }

    /// What `make` makes of the newest messages, oldest first.
    private func newest<Value: Sendable>(
        _ limit: Int, in conversation: ConversationID, as user: UserID,
        isFresh: (LiveState, CachedConversation, _ now: Timestamp) -> Bool, from make: (ArraySlice<Message>) -> Value
    ) async throws(ChatError) -> Value {
        try await live.cached(policy) { state, now, atAnyAge in
            guard let cached = state.conversation(conversation, of: user) else { return nil }
            cached.lastUse = now
            return atAnyAge || isFresh(state, cached, now) ? cached.feed.newestSlice(limit).map(make) : nil
        } orAsk: { () async throws(ChatError) in
            guard policy != .alwaysAsk, limit <= ConversationFeed.maximumMessages else {
                return make(try await read(in: conversation, as: user, before: nil, limit: limit).reversed()[...])
            }
            // If the members are not cached, a response for another person may not be visible to this one.
            if isMember(user, of: conversation) {
                try await live.readNewest(of: conversation, as: user, atLeast: limit)
                let newest = live.withState { state, _ in
                    state.conversation(conversation, of: user)?.feed.newestSlice(limit).map(make)
                }
                if let newest { return newest }
            }
            // It is kept, too: of what somebody has seen, each change is told.
            let page = try await live.readNewestAlone(of: conversation, as: user, atLeast: limit, isForOthers: true)
            if let page { return make(page.messages.prefix(limit).reversed()[...]) }
            return make(try await read(in: conversation, as: user, before: nil, limit: limit).reversed()[...])
        }
    }

    func messages(in conversation: ConversationID, as user: UserID, from moment: Timestamp, limit: Int)
        async throws(ChatError) -> [Message]
    {
        let cached = fresh(conversation, user) { $0.oldest(limit, from: moment) }
        if let cached { return cached }
        return try await live.recordingOutages { () async throws(ChatError) in
            try await live.upstream.messages.messages(in: conversation, as: user, from: moment, limit: limit)
        }
    }

    func newest(inEach conversations: [ConversationID], as user: UserID)
        async throws(ChatError) -> [ConversationID: Message]
    {
        guard policy != .alwaysAsk else {
            return try await live.upstream.messages.newest(inEach: conversations, as: user)
        }
        let stale = live.withState { state, now in
            conversations.filter { id in
                guard let cached = state.conversation(id, of: user) else { return true }
                cached.lastUse = now
                return !state.isNewestFresh(cached, now: now)
            }
        }
        _ = try await stale.concurrently(atMost: MessageLimits.maximumReadsAtOnce) { id throws(ChatError) in
            do throws(ChatError) {
                try await live.readNewest(of: id, as: user, atLeast: 1)
            } catch {
                let isCached = live.withState { state, _ in state.conversation(id, of: user)?.feed.newest(1) != nil }
                guard error.reason == .notParticipant || (error.isOutage && isCached) else { throw error }
            }
        }
        return live.withState { state, _ in
            var newest: [ConversationID: Message] = [:]
            for id in conversations { newest[id] = state.conversation(id, of: user)?.feed.messages.last }
            return newest
        }
    }

    func find(_ ids: Set<MessageID>, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> [MessageID: Message]
    {
        var found: [MessageID: Message] = [:]
        if policy != .alwaysAsk {
            live.withState { state, _ in
                guard let feed = state.conversation(conversation, of: user)?.feed else { return }
                for id in ids { found[id] = feed.message(id) }
            }
        }
        let missing = ids.subtracting(found.keys)
        guard !missing.isEmpty else { return found }
        return found.merging(try await live.upstream.messages.find(missing, in: conversation, as: user)) { $1 }
    }

    func message(_ id: MessageID, in conversation: ConversationID, as user: UserID, sentAt moment: Timestamp?)
        async throws(ChatError) -> Message
    {
        let cached = fresh(conversation, user) { $0.message(id) }
        if let cached { return cached }
        return try await live.upstream.messages.message(id, in: conversation, as: user, sentAt: moment)
    }

    func conversation(of message: MessageID) async throws(ChatError) -> ConversationID {
        try await live.upstream.messages.conversation(of: message)
    }

    func send(_ new: NewMessage) async throws(ChatError) -> Message {
        try await live.writing(in: new.conversation) { () async throws(ChatError) in
            let message = try await live.upstream.messages.send(new)
            await live.publish(message)
            return message
        }
    }

    func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await live.writing(in: conversation) { () async throws(ChatError) in
            try await live.upstream.messages.delete(message, in: conversation, as: user)
            await live.change(.deleted(message), in: conversation) { state, now in
                state.delete(message, in: conversation, now: now)
            }
            await live.tellReplies(in: conversation, as: user)
            guard live.upstream.pins.isThere else { return }
            // It may have been pinned, and is not any more.
            let hasPins = live.withState { state, _ in
                state.refuseReadsUnderWay(ofMembersOf: conversation)
                return state.conversations[conversation]?.conversation?.pinnedCount ?? 0 > 0
            }
            if hasPins { await live.readAfterGroupChange(in: conversation, as: user) }
        }
    }

    /// The past: from the cache where that reaches back far enough.
    private func older(in conversation: ConversationID, as user: UserID, before: Timestamp, limit: Int)
        async throws(ChatError) -> [Message]
    {
        let cached = fresh(conversation, user) { $0.newest(limit, before: before) }
        if let cached { return cached }
        guard policy == .askWhenOlder else {
            return try await read(in: conversation, as: user, before: before, limit: limit)
        }
        let read = Live.OlderRead(conversation: conversation, user: user, before: before, limit: limit)
        return try await live.olderReads.run(read) { () async throws(ChatError) in
            try await self.read(in: conversation, as: user, before: before, limit: limit)
        }
    }

    private func read(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        try await live.recordingOutages { () async throws(ChatError) in
            try await live.upstream.messages.messages(in: conversation, as: user, before: before, limit: limit)
        }
    }

    private func isMember(_ user: UserID, of id: ConversationID) -> Bool {
        live.withState { state, _ in state.conversation(id, of: user) != nil }
    }

    /// What is found in the messages of one of the person's conversations, where a page of them is fresh.
    private func fresh<Value: Sendable>(
        _ id: ConversationID, _ user: UserID, _ find: (ConversationFeed) -> Value?
    ) -> Value? {
        guard policy != .alwaysAsk else { return nil }
        return live.withState { state, now in
            guard let cached = state.conversation(id, of: user), state.isPageFresh(cached, pageAge, now: now)
            else { return nil }
            return find(cached.feed)
        }
    }
}
