public import Chat
public import ChatRecords
import Concurrency
import Synchronization

/// The cache between the pages and the backend, and the publisher of what changes.
///
/// Its `repositories` answer from the cache as far as the policy allows, and see every change that is made here;
/// conversations that somebody watches are polled, once for all who watch.
public final class Live: Sendable {
    let upstream: Repositories
    let policy: CachePolicy
    let limits: LiveLimits
    let clock: Clock
    let state: Mutex<LiveState>
    let newestReads = SingleFlight<ConversationID, Void, ChatError>(cancelled: .waitCancelled)
    let olderReads = SingleFlight<OlderRead, [Message], ChatError>(cancelled: .waitCancelled)
    let ticker = Mutex<Task<Void, Never>?>(nil)
    let publishedEvents = Atomic(0)
    let replayedEvents = Atomic(0)
    let polls = Atomic(0)
    let failedPolls = Atomic(0)
    let neighbours = Mutex(Neighbours())
    /// Of reads of the newest messages.
    let turns = Turns<ConversationID>()
    let freshReads = GatheredWork<ConversationID>(keysAtOnce: 8)
    /// Of messages with a thread, to tell how many replies they have.
    let repliedReads = GatheredWork<RepliedMessage>(keysAtOnce: 8)
    let sparedReads = Atomic(0)
    let sharing: (any SharedReads)?
    let history: (any ChangeHistory)?
    private let publisher: any Publisher
    private let observeFanOut: @Sendable (Duration) -> Void
    private let outbox = Mutex(Outbox())

    /// Publications on their way, in their order.
    private struct Outbox {
        var waiting: [(publication: Publication, since: ContinuousClock.Instant)] = []
        /// Each publication is counted for each of its subscribers.
        var waitingEvents = 0
        var isDraining = false

        /// Adds publications. Where as many as may wait did so already, all are removed and returned.
        mutating func add(_ publications: [Publication], limit: Int) -> [Publication] {
            let isFull = waitingEvents >= limit
            let now = ContinuousClock.now
            waiting += publications.map { ($0, now) }
            waitingEvents += publications.reduce(0) { $0 + $1.subscribers.count }
            return isFull ? takeAll().map(\.publication) : []
        }

        mutating func takeAll() -> [(publication: Publication, since: ContinuousClock.Instant)] {
            defer { (waiting, waitingEvents) = ([], 0) }
            return waiting
        }
    }

    /// A read of the past, which many may want at once.
    struct OlderRead: Hashable {
        let conversation: ConversationID
        let user: UserID
        let before: Timestamp
        let limit: Int
    }

    /// - Parameters:
    ///   - sharing: what other processes before the same backend know; `nil` where there are none.
    ///   - history: what has changed in a store that other processes use; `nil` where there are none.
    ///   - observeFanOut: called with the time from each change until it was given to all its subscribers.
    ///   - firstEvent: where events are counted from; unlike any number of an earlier run, so that a browser that comes
    ///     back from there is told to read again.
    public init(
        _ upstream: Repositories, policy: CachePolicy, pace: PollingPace = PollingPace(),
        limits: LiveLimits = LiveLimits(), clock: Clock = .system, publisher: any Publisher,
        sharing: (any SharedReads)? = nil, history: (any ChangeHistory)? = nil,
        observeFanOut: @escaping @Sendable (Duration) -> Void = { _ in },
        countingFrom firstEvent: EventID = .ofNewRun()
    ) {
        self.upstream = upstream
        self.policy = policy
        self.limits = limits
        self.clock = clock
        self.publisher = publisher
        self.sharing = sharing
        self.history = history
        self.observeFanOut = observeFanOut
        state = Mutex(LiveState(policy: policy, pace: pace, limits: limits, lastEvent: firstEvent))
    }

    /// Whether the backend is never asked for what is cached: every change passes through this process.
    public var isAuthoritative: Bool { policy == .authoritative }

    /// The chat, from the cache as far as the policy allows.
    public var repositories: Repositories { repositories(policy) }

    /// The chat by another policy than this cache's own; changes are published all the same.
    public func repositories(_ policy: CachePolicy) -> Repositories {
        let conversations = CachedConversations(live: self, policy: policy)
        let searched = CachedMessages(live: self, policy: policy, pageAge: limits.searchedAge)
        return Repositories(
            users: upstream.users, conversations: conversations,
            messages: CachedMessages(live: self, policy: policy), reactions: CachedReactions(live: self),
            readMarks: CachedReadMarks(live: self, policy: policy),
            bookmarks: CachedBookmarks(live: self, policy: policy),
            search: upstream.search.reading(conversations, searched), health: upstream.health,
            editing: CachedEditing(live: self), pins: CachedPins(live: self),
            groups: CachedGroups(live: self), invites: CachedInvites(live: self),
            receipts: CachedReceipts(live: self, policy: policy), openGroups: CachedOpenGroups(live: self),
            pictures: CachedPictures(live: self), threads: CachedThreads(live: self))
    }

    /// What a page that is made now shows, and perhaps more.
    public var position: StreamPosition { state.withLock { $0.position } }

    /// Since when the backend has not answered; `nil` while it does.
    public var unreachableSince: Timestamp? { state.withLock { $0.unreachableSince } }

    /// Reads the state, or changes it where nothing is to be published.
    @discardableResult
    func withState<Result: Sendable>(_ body: (inout LiveState, Timestamp) -> Result) -> Result {
        let now = clock.now()
        return state.withLock { body(&$0, now) }
    }

    /// Changes the state, and publishes what follows.
    func update<Result: Sendable>(_ body: (inout LiveState, Timestamp) -> (Result, [Publication])) -> Result {
        let now = clock.now()
        let (result, isFirst, overrun) = state.withLock { state -> (Result, Bool, [Subscriber]) in
            let (result, publications) = body(&state, now)
            state.evictIfDue(now: now)
            guard !publications.isEmpty else { return (result, false, []) }
            let complete = publications.map { state.completed($0) }
            // Under the state's lock, so that publications leave in the order in which things happened.
            let (isFirst, removed) = outbox.withLock { outbox in
                defer { outbox.isDraining = true }
                return (!outbox.isDraining, outbox.add(complete, limit: limits.waitingEvents))
            }
            return (result, isFirst, state.closeStreams(of: removed, now: now))
        }
        for subscriber in overrun { subscriber.close() }
        if isFirst { Task { await drain() } }
        return result
    }

    func update(_ body: (inout LiveState, Timestamp) -> [Publication]) { update { ((), body(&$0, $1)) } }

    /// Whether all that happened is published.
    var isQuiet: Bool { outbox.withLock { !$0.isDraining } }

    private func drain() async {
        while true {
            let batch = outbox.withLock { outbox in
                if outbox.waiting.isEmpty { outbox.isDraining = false }
                return outbox.takeAll()
            }
            guard !batch.isEmpty else { return }
            for (publication, since) in batch {
                let publication = history == nil ? publication : publication.toThoseNotTold
                await publisher.publish(await withOriginal(publication))
                publishedEvents.add(publication.subscribers.count, ordering: .relaxed)
                observeFanOut(.now - since)
            }
        }
    }

    /// Adds the message that is answered, where it is too old to be cached.
    private func withOriginal(_ publication: Publication) async -> Publication {
        guard publication.original == nil, let message = publication.event.message, let id = message.replyTo,
            let subscriber = publication.subscribers.first
        else { return publication }
        var complete = publication
        complete.original = try? await upstream.messages.find([id], in: message.conversation, as: subscriber.user)[id]
        return complete
    }
}

extension ChatError {
    fileprivate static let waitCancelled = ChatError(.cancelled, during: "wait for a read")
}
