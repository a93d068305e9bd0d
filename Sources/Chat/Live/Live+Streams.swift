public import Chat
import Synchronization

extension Live {
    /// Opens a stream for a session's user, who is told all that happens from `last` on, once and in order.
    ///
    /// - Parameters:
    ///   - watching: the conversations that the browser shows; those in which the listener has no part are left out.
    ///   - last: the newest event that the browser knows; `nil` for a browser that will read all anew.
    /// - Returns: the number by which the stream is closed.
    public func open(_ listener: Listener, watching: [ConversationID], after last: EventID?)
        async throws(ChatError) -> UInt64
    {
        // Who takes part in what is looked up now, and not taken from what was known a while ago.
        _ = try await repositories.conversations.conversations(of: listener.user)
        for id in watching.prefix(limits.watchedPerStream) where isUnknown(id, to: listener.user) {
            try await readNewest(of: id, as: listener.user, atLeast: MessageHistory.pageSize)
        }
        let (stream, surplus) = update { hub, now in
            let opened = hub.open(listener, watching: watching, after: last, now: now)
            return ((opened.stream, opened.surplus), opened.announcements)
        }
        for listener in surplus { listener.close() }
        startHeart()
        return stream
    }

    /// Whether nothing was read yet of a conversation in which a person takes part.
    private func isUnknown(_ id: ConversationID, to user: UserID) -> Bool {
        know { hub, _ in hub.feeds[id].map { $0.members.contains(user) && !$0.feed.isLoaded } ?? false }
    }

    public func close(_ stream: UInt64) {
        know { hub, now in _ = hub.close(stream, now: now) }
    }

    /// Ends all streams of a session that is over.
    public func end(session: String) {
        let ended = know { hub, now in
            (hub.streamsOfSession[session] ?? []).compactMap { hub.close($0, now: now) }
        }
        for listener in ended { listener.close() }
    }

    /// The sessions that have streams open.
    public var sessions: [String] { hub.withLock { Array($0.streamsOfSession.keys) } }

    /// What goes on, in numbers.
    public struct Figures: Sendable {
        /// Streams that are open now.
        public let streams: Int
        /// Conversations that are known now.
        public let conversations: Int
        /// Events written to streams, each counted for each stream.
        public let told: Int
        /// Conversations read again because somebody looks at them.
        public let polls: Int
        /// Those of them that failed.
        public let failedPolls: Int
    }

    public var figures: Figures {
        let (streams, conversations) = hub.withLock { ($0.streams.count, $0.feeds.count) }
        return Figures(
            streams: streams, conversations: conversations, told: told.load(ordering: .relaxed),
            polls: polled.load(ordering: .relaxed), failedPolls: polledInVain.load(ordering: .relaxed))
    }

    /// Somebody types in a conversation in which they take part.
    public func type(_ user: UserID, in conversation: ConversationID) {
        update { hub, now in hub.type(user, in: conversation, now: now) }
    }

    /// Something that only this person sees has changed: a draft.
    public func touch(_ user: UserID, in conversation: ConversationID) {
        know { hub, now in
            let version = hub.nextVersion()
            hub.withPerson(user, now) { state in
                state.listVersion = version
                state.threadVersions[conversation] = version
            }
        }
    }
}
