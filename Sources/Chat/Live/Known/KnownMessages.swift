import Chat
import Concurrency

/// The messages, read from the backend each time; what is sent and deleted is told.
struct ObservedMessages: MessageRepository {
    let live: Live

    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        try await live.noting { () async throws(ChatError) in
            try await live.upstream.messages.messages(in: conversation, as: user, before: before, limit: limit)
        }
    }

    func newest(inEach conversations: [ConversationID], as user: UserID)
        async throws(ChatError) -> [ConversationID: Message]
    {
        try await live.upstream.messages.newest(inEach: conversations, as: user)
    }

    func find(_ ids: Set<MessageID>, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> [MessageID: Message]
    {
        try await live.upstream.messages.find(ids, in: conversation, as: user)
    }

    func message(_ id: MessageID, in conversation: ConversationID, as user: UserID, sentAt moment: Timestamp?)
        async throws(ChatError) -> Message
    {
        try await live.upstream.messages.message(id, in: conversation, as: user, sentAt: moment)
    }

    func conversation(of message: MessageID) async throws(ChatError) -> ConversationID {
        try await live.upstream.messages.conversation(of: message)
    }

    func send(_ new: NewMessage) async throws(ChatError) -> Message {
        let message = try await live.upstream.messages.send(new)
        live.update { hub, now in
            let changes = hub.withFeed(message.conversation, now) { $0.feed.post(message) }
            return hub.publish(changes, in: message.conversation, now: now)
        }
        return message
    }

    func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await live.upstream.messages.delete(message, in: conversation, as: user)
        live.update { hub, now in hub.change(conversation, now: now) { $0.delete(message) } }
    }
}

/// The messages, as they are known.
struct KnownMessages: MessageRepository {
    let live: Live

    private var observed: ObservedMessages { ObservedMessages(live: live) }

    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        if let before { return try await older(in: conversation, as: user, before: before, limit: limit) }
        let (fresh, isKnown) = live.know { hub, now in
            guard let state = hub.feeds[conversation], state.members.contains(user) else {
                return ([Message]?.none, false)
            }
            hub.feeds[conversation]?.lastUse = now
            // Fewer than a page are asked for by who counts what is unread.
            let isFresh =
                limit < MessageHistory.pageSize
                ? hub.isListFresh(state, now: now) : hub.isThreadFresh(state, now: now)
            return (isFresh ? state.feed.newest(limit) : nil, true)
        }
        if let fresh { return fresh }
        // Who is in there is not known: then nobody else's answer is theirs.
        guard isKnown, limit <= ConversationFeed.maximumMessages else {
            return try await observed.messages(in: conversation, as: user, before: nil, limit: limit)
        }
        do throws(ChatError) {
            try await live.readNewest(of: conversation, as: user, atLeast: limit)
        } catch {
            guard error.isOutage, let known = known(in: conversation, as: user, limit) else { throw error }
            return known
        }
        if let known = known(in: conversation, as: user, limit) { return known }
        return try await observed.messages(in: conversation, as: user, before: nil, limit: limit)
    }

    func newest(inEach conversations: [ConversationID], as user: UserID)
        async throws(ChatError) -> [ConversationID: Message]
    {
        let unknown = live.know { hub, now in
            conversations.filter { id in
                guard let state = hub.feeds[id], state.members.contains(user) else { return true }
                state.lastUse = now
                return !hub.isListFresh(state, now: now)
            }
        }
        _ = try await unknown.concurrently(atMost: MessageLimits.maximumReadsAtOnce) {
            conversation throws(ChatError) -> Bool in
            do throws(ChatError) {
                try await live.readNewest(of: conversation, as: user, atLeast: 1)
                return true
            } catch {
                switch error.reason {
                case .notParticipant: return false
                default: if error.isOutage, known(in: conversation, as: user, 1) != nil { return false }
                }
                throw error
            }
        }
        return live.know { hub, _ in
            var newest: [ConversationID: Message] = [:]
            for id in conversations {
                guard let state = hub.feeds[id], state.members.contains(user) else { continue }
                newest[id] = state.feed.messages.last
            }
            return newest
        }
    }

    func find(_ ids: Set<MessageID>, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> [MessageID: Message]
    {
        var found = live.know { hub, _ -> [MessageID: Message] in
            guard let state = hub.feeds[conversation], state.members.contains(user) else { return [:] }
            return Dictionary(
                ids.compactMap { id in state.feed.message(id).map { (id, $0) } },
                uniquingKeysWith: { first, _ in first })
        }
        let missing = ids.subtracting(found.keys)
        if !missing.isEmpty {
            found.merge(try await observed.find(missing, in: conversation, as: user)) { first, _ in first }
        }
        return found
    }

    func message(_ id: MessageID, in conversation: ConversationID, as user: UserID, sentAt moment: Timestamp?)
        async throws(ChatError) -> Message
    {
        let known = live.know { hub, now -> Message? in
            guard let state = hub.feeds[conversation], state.members.contains(user),
                hub.isThreadFresh(state, now: now)
            else { return nil }
            return state.feed.message(id)
        }
        if let known { return known }
        return try await observed.message(id, in: conversation, as: user, sentAt: moment)
    }

    func conversation(of message: MessageID) async throws(ChatError) -> ConversationID {
        try await observed.conversation(of: message)
    }

    func send(_ message: NewMessage) async throws(ChatError) -> Message { try await observed.send(message) }

    func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await observed.delete(message, in: conversation, as: user)
    }

    private func known(in conversation: ConversationID, as user: UserID, _ limit: Int) -> [Message]? {
        live.know { hub, _ in
            guard let state = hub.feeds[conversation], state.members.contains(user) else { return nil }
            return state.feed.newest(limit)
        }
    }

    /// The past: from what is known where that reaches back far enough.
    private func older(in conversation: ConversationID, as user: UserID, before: Timestamp, limit: Int)
        async throws(ChatError) -> [Message]
    {
        let known = live.know { hub, now -> [Message]? in
            guard let state = hub.feeds[conversation], state.members.contains(user),
                hub.isThreadFresh(state, now: now)
            else { return nil }
            return state.feed.newest(limit, before: before)
        }
        if let known { return known }
        guard live.source == .elsewhereToo else {
            return try await observed.messages(in: conversation, as: user, before: before, limit: limit)
        }
        let read = Live.OlderRead(conversation: conversation, user: user, before: before, limit: limit)
        return try await live.olderReads.run(read) { () async throws(ChatError) in
            try await observed.messages(in: conversation, as: user, before: before, limit: limit)
        }
    }
}

extension ConversationFeed {
    /// The newest `limit` messages before a moment, newest first; `nil` where more are wanted than are known.
    fileprivate func newest(_ limit: Int, before: Timestamp? = nil) -> [Message]? {
        guard isLoaded else { return nil }
        let earlier = before.map { before in messages.prefix { $0.createdAt < before } } ?? messages[...]
        guard earlier.count >= limit || reachesBeginning else { return nil }
        return earlier.suffix(limit).reversed()
    }
}

extension Hub {
    /// Changes a message where its conversation is known, and tells it.
    mutating func change(
        _ id: ConversationID, now: Timestamp, _ body: (inout ConversationFeed) -> [FeedChange]
    ) -> [Announcement] {
        guard let changes = feeds[id].map({ body(&$0.feed) }) else { return [] }
        return publish(changes, in: id, now: now)
    }
}
