public import Chat
import Synchronization

extension Live {
    /// Opens a stream for a session's user, to which all that happens from `last` on is published, once and in order.
    ///
    /// - Parameters:
    ///   - watching: the conversations that the browser shows; those of which the subscriber is no member are left out.
    ///   - last: what the browser knows; `nil` for a browser that will read all anew.
    /// - Returns: the number by which the stream is closed.
    public func open(_ subscriber: Subscriber, watching: [ConversationID], after last: StreamPosition?)
        async throws(ChatError) -> UInt64
    {
        let user = subscriber.user
        for _ in 1..<Self.openings {
            try await prepare(watching, for: user)
            // What was read may have been evicted meanwhile.
            if withState({ state, _ in state.areCached(watching, of: user) }) { break }
        }
        let last = await caughtUp(user, with: last)
        let elsewhere = await changesElsewhere(of: user, since: last)
        let (stream, surplus, missed) = update { state, now in
            let opened = state.open(subscriber, watching: watching, after: last, elsewhere: elsewhere, now: now)
            // The last one says that it is ready.
            return ((opened.stream, opened.surplus, opened.publications.count - 1), opened.publications)
        }
        replayedEvents.add(missed, ordering: .relaxed)
        for subscriber in surplus { subscriber.close() }
        startTicking()
        return stream
    }

    /// How often what a stream needs is read where it is evicted each time.
    private static var openings: Int { 4 }

    /// Reads what a stream needs, where the cache does not hold it.
    private func prepare(_ watching: [ConversationID], for user: UserID) async throws(ChatError) {
        // Of which conversations they are a member is read now, where the cached list is too old.
        _ = try await repositories.conversations.conversations(of: user)
        for id in watching.prefix(limits.watchedPerStream) {
            let isUnread = withState { state, _ in state.conversation(id, of: user).map { !$0.feed.isLoaded } ?? false }
            if isUnread { try await readNewest(of: id, as: user, atLeast: MessageHistory.pageSize) }
        }
    }

    public func close(_ stream: UInt64) {
        withState { state, now in _ = state.close(stream, now: now) }
    }

    /// The direct conversations of a person in which the other person is online, as far as they are cached.
    public func onlineDirects(of user: UserID) -> [ConversationID] {
        withState { state, _ in state.directs(of: user).filter { state.isPresent($0.other) }.map(\.id) }
    }

    /// Ends all streams of a session that is over.
    public func end(session: String) {
        let ended = withState { state, now in
            (state.streamsOfSession[session] ?? []).compactMap { state.close($0, now: now) }
        }
        for subscriber in ended { subscriber.close() }
    }

    /// The sessions that have streams open.
    public var sessions: [String] { state.withLock { Array($0.streamsOfSession.keys) } }

    /// What goes on, in numbers.
    public struct Figures: Sendable {
        /// Streams that are open now.
        public let streams: Int
        /// Conversations that are cached now.
        public let conversations: Int
        /// Events written to streams, each counted for each stream.
        public let publishedEvents: Int
        /// Those of them that were written again to streams that came back.
        public let replayedEvents: Int
        /// Conversations that are polled because a stream watches them.
        public let polls: Int
        /// Those of them that failed.
        public let failedPolls: Int
        /// Reads of conversations that another process had done.
        public let sparedReads: Int
    }

    public var figures: Figures {
        let (streams, conversations) = state.withLock { ($0.streams.count, $0.conversations.count) }
        return Figures(
            streams: streams, conversations: conversations, publishedEvents: publishedEvents.load(ordering: .relaxed),
            replayedEvents: replayedEvents.load(ordering: .relaxed),
            polls: polls.load(ordering: .relaxed), failedPolls: failedPolls.load(ordering: .relaxed),
            sparedReads: sparedReads.load(ordering: .relaxed))
    }

    /// Somebody types in a conversation of which they are a member.
    public func type(_ user: UserID, in conversation: ConversationID) {
        let isNews = update { state, now in
            let publications = state.type(user, in: conversation, now: now)
            return (publications != nil, publications ?? [])
        }
        if isNews { tellOthers(.typing(user, in: conversation)) }
    }

    /// Sends an event that is not about the chat to the streams of one person. It is not kept for streams that
    /// reconnect.
    ///
    /// - Parameter bytes: what to send to a stream; `nil` for nothing.
    public func send(to user: UserID, _ bytes: (Subscriber) -> [UInt8]?) {
        for subscriber in withState({ state, _ in state.people[user]?.subscribers ?? [] }) {
            guard let bytes = bytes(subscriber) else { continue }
            subscriber.send(bytes)
            publishedEvents.add(1, ordering: .relaxed)
        }
    }
}
