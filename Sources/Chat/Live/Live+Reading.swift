import Chat
import Concurrency

// Reads that go to the backend, and what is learnt from them.
extension Live {
    /// Reads the newest messages, as far back as what is known and at least `count` of them.
    ///
    /// Where the same is being read already, that read is waited for.
    func readNewest(of id: ConversationID, as user: UserID, atLeast count: Int) async throws(ChatError) {
        // A store in this process answers at once: a task of its own would only cost.
        guard source == .elsewhereToo else { return try await readNewestAlone(of: id, as: user, atLeast: count) }
        do throws(ChatError) {
            try await newestReads.run(id) { () async throws(ChatError) in
                try await self.readNewestAlone(of: id, as: user, atLeast: count)
            }
        } catch {
            // The read was begun by another, and is refused to them; not to everyone.
            guard error.reason == .notParticipant || error.reason == .unauthenticated else { throw error }
            try await readNewestAlone(of: id, as: user, atLeast: count)
        }
    }

    func readNewestAlone(of id: ConversationID, as user: UserID, atLeast count: Int) async throws(ChatError) {
        var limit = min(max(count, 1), MessageLimits.maximumPerRead)
        while true {
            let asked = limit
            let ticket = know { hub, now in hub.withFeed(id, now) { $0.feed.beginRead() } }
            let messages = try await noting { () async throws(ChatError) in
                try await self.upstream.messages.messages(in: id, as: user, before: nil, limit: asked)
            }
            // Somebody came or went: who is to hear of what was said since is decided by who takes part now.
            if know({ hub, _ in hub.bringsPeople(messages, in: id) }) { _ = try await readConversation(id, as: user) }
            let outcome = update { hub, now in
                hub.take(
                    messages, of: id, limit: asked, ticket: ticket,
                    isWidest: asked >= MessageLimits.maximumPerRead, now: now)
            }
            guard outcome == .gap else { break }
            limit = min(max(limit * 4, MessageHistory.pageSize), MessageLimits.maximumPerRead)
        }
    }

    func readConversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation {
        let ticket = know { hub, _ in hub.beginRead() }
        let conversation = try await noting { () async throws(ChatError) in
            try await self.upstream.conversations.conversation(id, as: user)
        }
        update { hub, now in hub.take(conversation, begun: ticket, now: now) }
        return conversation
    }

    func readConversations(of user: UserID) async throws(ChatError) -> [Conversation] {
        for _ in 1..<Self.listReads {
            let (conversations, isTrue) = try await readConversationsOnce(of: user)
            if isTrue { return conversations }
        }
        return try await readConversationsOnce(of: user).conversations
    }

    /// How often a list is read where a conversation is joined or left each time meanwhile.
    private static var listReads: Int { 3 }

    private func readConversationsOnce(of user: UserID)
        async throws(ChatError) -> (conversations: [Conversation], isTrue: Bool)
    {
        let ticket = know { hub, _ in hub.beginRead() }
        let conversations = try await noting { () async throws(ChatError) in
            try await self.upstream.conversations.conversations(of: user)
        }
        let isTrue = update { hub, now in hub.take(conversations, of: user, begun: ticket, now: now) }
        return (conversations, isTrue)
    }

    /// Reads the people and the newest messages after somebody came or went through this process. What fails here is
    /// found by the next read.
    ///
    /// - Parameter actor: who made the change, and may have left.
    func readAfterChange(of id: ConversationID, as actor: UserID) async {
        know { hub, _ in
            hub.feeds[id]?.peopleVersion = hub.nextVersion()
            hub.feeds[id]?.conversationReadAt = nil
            hub.feeds[id]?.pageReadAt = nil
            hub.feeds[id]?.newestReadAt = nil
        }
        guard let conversation = try? await readConversation(id, as: actor),
            know({ hub, _ in hub.feeds[id]?.feed.isLoaded ?? false })
        else { return }
        let isHere = conversation.activeParticipant(actor) != nil
        let reader: UserID? = isHere ? actor : know { hub, _ in hub.reader(of: id) }
        // Where nobody is here who could read it, nobody is here to be told.
        guard let reader else { return }
        try? await readNewestAlone(of: id, as: reader, atLeast: MessageHistory.pageSize)
    }

    /// Notes whether the backend answers.
    func noting<Value>(_ body: () async throws(ChatError) -> Value) async throws(ChatError) -> Value {
        do throws(ChatError) {
            let value = try await body()
            know { hub, _ in hub.unreachableSince = nil }
            return value
        } catch {
            if error.isOutage {
                know { hub, now in hub.unreachableSince = hub.unreachableSince ?? now }
            }
            throw error
        }
    }
}
