public import Chat
import Concurrency
import Synchronization

/// Knows what goes on in the chat, and tells it to those who look.
///
/// It stands between the pages and the backend. Its `repositories` answer from what is known where that is fresh
/// enough, and see every change that is made here; conversations that somebody looks at are read again from time to
/// time, once for all who look.
public final class Live: Sendable {
    /// How the backend is treated.
    public enum Source: Sendable, Equatable {
        /// It changes only through this process: what is known stays true.
        case onlyHere
        /// Others write to it too: what is known grows old.
        case elsewhereToo
        /// Nothing is kept, and every page asks anew: for measuring.
        case nothingKept
    }

    let upstream: Repositories
    let source: Source
    let limits: LiveLimits
    let clock: Clock
    let hub: Mutex<Hub>
    let newestReads = SingleFlight<ConversationID, Void, ChatError>(cancelled: .waitCancelled)
    let olderReads = SingleFlight<OlderRead, [Message], ChatError>(cancelled: .waitCancelled)
    private let announcer: any Announcer
    private let outbox = Mutex(Outbox())
    let heart = Mutex<Task<Void, Never>?>(nil)
    let told = Atomic(0)
    let polled = Atomic(0)
    let polledInVain = Atomic(0)

    /// Announcements on their way, in their order.
    private struct Outbox {
        var waiting: [Announcement] = []
        var isDraining = false
    }

    /// A read of the past, which many may want at once.
    struct OlderRead: Hashable {
        let conversation: ConversationID
        let user: UserID
        let before: Timestamp
        let limit: Int
    }

    public init(
        _ upstream: Repositories, source: Source, pace: PollingPace = PollingPace(), limits: LiveLimits = LiveLimits(),
        clock: Clock = .system, announcer: any Announcer
    ) {
        self.upstream = upstream
        self.source = source
        self.limits = limits
        self.clock = clock
        self.announcer = announcer
        // Above every number of an earlier run, which gave fewer than a thousand in each millisecond.
        let start = EventID(UInt64(clamping: clock.now().milliseconds) * 1_000)
        hub = Mutex(Hub(isOnlyWriter: source == .onlyHere, pace: pace, limits: limits, sequence: start))
    }

    /// The chat, as it is known here.
    public var repositories: Repositories {
        guard source != .nothingKept else { return observed }
        return Repositories(
            users: upstream.users, conversations: KnownConversations(live: self), messages: KnownMessages(live: self),
            reactions: KnownReactions(live: self), readMarks: KnownReadMarks(live: self),
            bookmarks: KnownBookmarks(live: self), search: upstream.search, health: upstream.health)
    }

    /// The chat as the backend has it at this moment; changes are seen all the same.
    public var observed: Repositories {
        Repositories(
            users: upstream.users, conversations: ObservedConversations(live: self),
            messages: ObservedMessages(live: self), reactions: KnownReactions(live: self),
            readMarks: ObservedReadMarks(live: self), bookmarks: ObservedBookmarks(live: self),
            search: upstream.search, health: upstream.health)
    }

    /// The newest event: what a page that is made now shows, and perhaps more.
    public var position: EventID { hub.withLock { $0.sequence } }

    /// Since when the backend has not answered; `nil` while it does.
    public var unreachableSince: Timestamp? { hub.withLock { $0.unreachableSince } }

    /// Looks at what is known, or learns something that nobody is to hear of.
    @discardableResult
    func know<Result: Sendable>(_ body: (inout Hub, Timestamp) -> Result) -> Result {
        let now = clock.now()
        return hub.withLock { body(&$0, now) }
    }

    /// Changes what is known, and tells who is to hear of it.
    func update<Result: Sendable>(_ body: (inout Hub, Timestamp) -> (Result, [Announcement])) -> Result {
        let now = clock.now()
        let (result, isFirst) = hub.withLock { hub in
            let (result, announcements) = body(&hub, now)
            // With a stream the heartbeat does this.
            hub.forgetWithoutStreams(now: now)
            guard !announcements.isEmpty else { return (result, false) }
            let complete = announcements.map { hub.completed($0) }
            // Under the hub's lock, so that announcements leave in the order in which things happened.
            let isFirst = outbox.withLock { outbox in
                outbox.waiting += complete
                defer { outbox.isDraining = true }
                return !outbox.isDraining
            }
            return (result, isFirst)
        }
        if isFirst { Task { await drain() } }
        return result
    }

    func update(_ body: (inout Hub, Timestamp) -> [Announcement]) { update { ((), body(&$0, $1)) } }

    /// Whether all that happened is told.
    var isQuiet: Bool { outbox.withLock { !$0.isDraining } }

    private func drain() async {
        while true {
            let batch = outbox.withLock { outbox in
                defer { outbox.waiting = [] }
                if outbox.waiting.isEmpty { outbox.isDraining = false }
                return outbox.waiting
            }
            guard !batch.isEmpty else { return }
            for announcement in batch {
                await announcer.announce(await withOriginal(announcement))
                told.add(announcement.listeners.count, ordering: .relaxed)
            }
        }
    }

    /// Adds the message that is answered, where it is too old to be known.
    private func withOriginal(_ announcement: Announcement) async -> Announcement {
        guard announcement.original == nil, let message = announcement.event.message, let id = message.replyTo,
            let listener = announcement.listeners.first
        else { return announcement }
        var complete = announcement
        complete.original = try? await upstream.messages.find([id], in: message.conversation, as: listener.user)[id]
        return complete
    }
}

extension ChatError {
    fileprivate static let waitCancelled = ChatError(.cancelled, during: "wait for a read")
}

extension LiveEvent {
    /// The message that it is about.
    var message: Message? {
        switch news {
        case .feed(.posted(let message, _)), .feed(.changed(let message, _)): message
        default: nil
        }
    }
}

extension Hub {
    /// With what is needed to show it.
    fileprivate func completed(_ announcement: Announcement) -> Announcement {
        guard let id = announcement.event.conversation, let state = feeds[id] else { return announcement }
        var complete = announcement
        complete.conversation = state.conversation
        complete.original = announcement.event.message?.replyTo.flatMap { state.feed.message($0) }
        return complete
    }
}
