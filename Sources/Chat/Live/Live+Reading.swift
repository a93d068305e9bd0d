import Chat
import Concurrency

// Reads that go to the backend, and what is taken from them.
extension Live {
    /// The cached value where it may be shown, else what `ask` brings; during an outage the cached one, however old.
    ///
    /// - Parameter look: finds the cached value; at any age where its last argument says so.
    func cached<Value: Sendable>(
        _ policy: CachePolicy, _ look: (inout LiveState, Timestamp, _ atAnyAge: Bool) -> Value?,
        orAsk ask: () async throws(ChatError) -> Value
    ) async throws(ChatError) -> Value {
        guard policy != .alwaysAsk else { return try await ask() }
        if let value = withState({ look(&$0, $1, false) }) { return value }
        if let value = withState({ state, now in state.hasJustFailed(now) ? look(&state, now, true) : nil }) {
            return value
        }
        do throws(ChatError) { return try await ask() } catch {
            guard error.isOutage, let value = withState({ look(&$0, $1, true) }) else { throw error }
            return value
        }
    }

    /// Reads the newest messages, as far back as what is cached and at least `count` of them.
    ///
    /// Where the same is being read already, that read is waited for.
    func readNewest(
        of id: ConversationID, as user: UserID, atLeast count: Int, _ reason: ReadReason = .page
    ) async throws(ChatError) {
        // A store in this process answers at once: a task of its own would only cost.
        guard policy == .askWhenOlder else {
            _ = try await readNewestAlone(of: id, as: user, atLeast: count)
            return
        }
        do throws(ChatError) {
            try await newestReads.run(id) { () async throws(ChatError) in
                if let sharing = self.sharing {
                    try await self.readNewest(of: id, as: user, atLeast: count, sharing: sharing, reason)
                } else {
                    _ = try await self.readNewestAlone(of: id, as: user, atLeast: count)
                }
            }
        } catch {
            // The read was begun by another, and is refused to them; not to everyone.
            guard error.reason == .notParticipant || error.reason == .unauthenticated else { throw error }
            try await readNewestAlone(of: id, as: user, atLeast: count)
        }
    }

    /// - Parameter isForOthers: whether the page is given to other processes, so that it is read in any case.
    /// - Returns: what was taken; `nil` where a later read was.
    @discardableResult
    func readNewestAlone(
        of id: ConversationID, as user: UserID, atLeast count: Int, isForOthers: Bool = false
    ) async throws(ChatError) -> ReadPage? {
        guard history != nil || policy == .askWhenOlder else {
            return try await readNewestAtOnce(of: id, as: user, atLeast: count)
        }
        // What is answered to a read that began later may be older, where others write: it waited less on its way. So they
        // are made one after the other, and one serves all who have come before it began.
        let (arrival, moment) = withState { state, now in (state.cachedConversation(id, now).feed.beginRead(), now) }
        return try await rethrowing("read") {
            try await turns.run(id) {
                let (isRead, hasFailed) = withState { state, now in
                    (
                        state.conversations[id]?.feed.hasRead(count, after: arrival) ?? false,
                        state.hasFailed(since: moment, now)
                    )
                }
                // Nobody waits for two reads to time out.
                guard !hasFailed else { throw ChatError(.unavailable("a read before it failed"), during: "read") }
                return isRead && !isForOthers ? nil : try await readNewestAtOnce(of: id, as: user, atLeast: count)
            }
        }
    }

    private func readNewestAtOnce(
        of id: ConversationID, as user: UserID, atLeast count: Int
    ) async throws(ChatError) -> ReadPage? {
        var limit = min(max(count, 1), MessageLimits.maximumPerRead)
        var lateReads = 0
        while lateReads < Self.firstReads {
            let asked = limit
            let start = withState { state, now in state.cachedConversation(id, now).feed.beginRead() }
            let messages = try await recordingOutages { () async throws(ChatError) in
                try await self.upstream.messages.messages(in: id, as: user, before: nil, limit: asked)
            }
            // Somebody joined or left: to whom the messages are published is decided by who is a member now.
            if withState({ state, _ in state.bringsMembers(messages, in: id) }) {
                guard try await readMembers(of: id, as: user).isCurrent else {
                    lateReads += 1
                    continue
                }
            }
            let outcome = update { state, now in
                let taken = state.take(
                    messages, of: id, limit: asked, start: start, isWidest: asked >= MessageLimits.maximumPerRead,
                    now: now)
                if case .changes = taken.outcome { state.conversations[id]?.ownReadEnded = now }
                return taken
            }
            switch outcome {
            case .changes: return ReadPage(messages: messages, limit: asked)
            case .gap: limit = min(max(limit * 4, MessageHistory.pageSize), MessageLimits.maximumPerRead)
            case .late:
                // Where a later read was taken, all is well; the first one is tried again.
                guard withState({ state, _ in !(state.conversations[id]?.feed.isLoaded ?? false) }) else { return nil }
                lateReads += 1
            }
        }
        return nil
    }

    /// How often the newest messages are read where all that is read is too old to be taken.
    private static var firstReads: Int { 3 }

    /// A conversation whose members were read a short while ago, after its newest messages have told that they are still
    /// the same. A page of these messages is what is shown next.
    ///
    /// - Returns: `nil` where the members have to be read.
    func confirmMembers(of id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation? {
        let canConfirm = withState { state, now in
            state.conversation(id, of: user).map { state.canConfirmMembers(of: $0, now: now) } ?? false
        }
        guard canConfirm else { return nil }
        do throws(ChatError) {
            try await readNewest(of: id, as: user, atLeast: MessageHistory.pageSize)
        } catch {
            guard !error.isOutage else { throw error }
            return nil
        }
        return withState { state, now in
            guard let cached = state.conversations[id], state.isConversationFresh(cached, now: now) else { return nil }
            return cached.conversation
        }
    }

    func readConversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation {
        try await readMembers(of: id, as: user).conversation
    }

    /// Reads a conversation and its members, again where somebody joined or left meanwhile.
    ///
    /// - Returns: what was read last, and whether it was still right.
    private func readMembers(of id: ConversationID, as user: UserID)
        async throws(ChatError) -> (conversation: Conversation, isCurrent: Bool)
    {
        for _ in 1..<Self.memberReads {
            let read = try await readMembersOnce(of: id, as: user)
            if read.isCurrent { return read }
        }
        return try await readMembersOnce(of: id, as: user)
    }

    private func readMembersOnce(of id: ConversationID, as user: UserID)
        async throws(ChatError) -> (conversation: Conversation, isCurrent: Bool)
    {
        let start = withState { state, _ in state.beginRead() }
        let conversation = try await recordingOutages { () async throws(ChatError) in
            try await self.upstream.conversations.conversation(id, as: user)
        }
        let isCurrent = update { state, now in
            (state.areMembersCurrent(of: id, begun: start), state.take(conversation, begun: start, now: now))
        }
        return (conversation, isCurrent)
    }

    func readConversations(of user: UserID) async throws(ChatError) -> [Conversation] {
        for _ in 1..<Self.memberReads {
            let (conversations, isCurrent) = try await readConversationsOnce(
                of: user, knowing: policy == .authoritative)
            if isCurrent { return conversations }
        }
        return try await readConversationsOnce(of: user, knowing: false).conversations
    }

    /// How many conversations are read in one turn of an event loop.
    private static var readsInTurn: Int { 16 }

    /// How often a list or the members are read where somebody joins or leaves each time meanwhile.
    private static var memberReads: Int { 3 }

    /// - Parameter isKnown: whether what is cached of a conversation need not be read again. Then a list costs the same
    ///   in a conversation of ten thousand as in one of two.
    private func readConversationsOnce(of user: UserID, knowing isKnown: Bool)
        async throws(ChatError) -> (conversations: [Conversation], isCurrent: Bool)
    {
        let start = withState { state, now in state.beginRead(ofListOf: user, now: now) }
        let (ids, read) = try await recordingOutages { () async throws(ChatError) in
            try await self.readList(of: user, knowing: isKnown)
        }
        return update { state, now in
            let (isCurrent, publications) = state.take(ids, read: read, of: user, begun: start, now: now)
            // Of the members a later read may have been taken already.
            let list = isCurrent ? state.people[user].flatMap { state.list(of: $0) } : nil
            return ((list ?? read, isCurrent), publications)
        }
    }

    /// A person's conversations, and those of them that had to be read.
    private func readList(of user: UserID, knowing isKnown: Bool)
        async throws(ChatError) -> (ids: [ConversationID], read: [Conversation])
    {
        guard isKnown, let ids = try await upstream.conversations.conversationIDs(of: user) else {
            let read = try await upstream.conversations.conversations(of: user)
            return (read.map(\.id), read)
        }
        var read: [Conversation] = []
        for id in withState({ state, _ in ids.filter { state.conversations[$0]?.conversationReadAt == nil } }) {
            // A store in this process answers without waiting, and others have their turn on this loop, too.
            if read.count % Self.readsInTurn == Self.readsInTurn - 1 { await Task.yield() }
            read.append(try await upstream.conversations.conversation(id, as: user))
        }
        return (ids, read)
    }

    func readUnreadCount(in id: ConversationID, for user: UserID) async throws(ChatError) -> Int {
        try await recordingOutages { () async throws(ChatError) in
            try await self.upstream.readMarks.unreadCount(in: id, for: user)
        }
    }

    /// Reads the members and the newest messages after somebody joined or left through this process. What fails here
    /// is found by the next read.
    ///
    /// - Parameter actor: who made the change, and may have left.
    /// - Returns: whether both were read, as far as they are cached.
    @discardableResult
    func readAfterChange(of id: ConversationID, as actor: UserID) async -> Bool {
        withState { state, _ in state.conversations[id]?.invalidate(version: state.nextVersion()) }
        guard let conversation = try? await readConversation(id, as: actor) else { return false }
        guard withState({ state, _ in state.conversations[id]?.feed.isLoaded ?? false }) else { return true }
        let isMember = conversation.activeParticipant(actor) != nil
        let reader: UserID? =
            isMember ? actor : withState { state, _ in state.conversations[id].flatMap { state.reader(of: $0) } }
        // An embedded store asks nobody for a session. Elsewhere the next poll reads it.
        guard let reader = reader ?? (policy == .authoritative ? conversation.activeParticipants.first?.user.id : nil)
        else { return true }
        do throws(ChatError) {
            _ = try await readNewestAlone(of: id, as: reader, atLeast: MessageHistory.pageSize)
            return true
        } catch { return !error.isOutage }
    }

    /// Calls what may throw any error; one of another kind becomes a `ChatError`.
    func rethrowing<Value>(
        _ operation: String, _ body: () async throws -> Value
    ) async throws(ChatError) -> Value {
        do { return try await body() } catch {
            throw error as? ChatError ?? ChatError(.unavailable("\(error)"), during: operation)
        }
    }

    /// Notes whether the backend answers.
    func recordingOutages<Value>(_ body: () async throws(ChatError) -> Value) async throws(ChatError) -> Value {
        do throws(ChatError) {
            let value = try await body()
            withState { state, _ in state.noteAnswer() }
            return value
        } catch {
            if error.isOutage {
                withState { state, now in state.noteOutage(now) }
            }
            throw error
        }
    }
}
