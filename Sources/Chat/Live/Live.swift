public import Chat
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
    let polls = Atomic(0)
    let failedPolls = Atomic(0)
    private let publisher: any Publisher
    private let outbox = Mutex(Outbox())

    /// Publications on their way, in their order.
    private struct Outbox {
        var waiting: [Publication] = []
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
        _ upstream: Repositories, policy: CachePolicy, pace: PollingPace = PollingPace(),
        limits: LiveLimits = LiveLimits(), clock: Clock = .system, publisher: any Publisher
    ) {
        self.upstream = upstream
        self.policy = policy
        self.limits = limits
        self.clock = clock
        self.publisher = publisher
        // Above every number of an earlier run, which gave fewer than a thousand in each millisecond.
        let start = EventID(UInt64(clamping: clock.now().milliseconds) * 1_000)
        state = Mutex(LiveState(policy: policy, pace: pace, limits: limits, lastEvent: start))
    }

    /// The chat, from the cache as far as the policy allows.
    public var repositories: Repositories { repositories(policy) }

    /// The chat by another policy than this cache's own; changes are published all the same.
    public func repositories(_ policy: CachePolicy) -> Repositories {
        Repositories(
            users: upstream.users, conversations: CachedConversations(live: self, policy: policy),
            messages: CachedMessages(live: self, policy: policy), reactions: CachedReactions(live: self),
            readMarks: CachedReadMarks(live: self, policy: policy),
            bookmarks: CachedBookmarks(live: self, policy: policy), search: upstream.search, health: upstream.health)
    }

    /// The newest event: what a page that is made now shows, and perhaps more.
    public var lastEvent: EventID { state.withLock { $0.lastEvent } }

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
        let (result, isFirst) = state.withLock { state in
            let (result, publications) = body(&state, now)
            // With a stream the ticker does this.
            state.evictWithoutStreams(now: now)
            guard !publications.isEmpty else { return (result, false) }
            let complete = publications.map { state.completed($0) }
            // Under the state's lock, so that publications leave in the order in which things happened.
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

    func update(_ body: (inout LiveState, Timestamp) -> [Publication]) { update { ((), body(&$0, $1)) } }

    /// Whether all that happened is published.
    var isQuiet: Bool { outbox.withLock { !$0.isDraining } }

    private func drain() async {
        while true {
            let batch = outbox.withLock { outbox in
                defer { outbox.waiting = [] }
                if outbox.waiting.isEmpty { outbox.isDraining = false }
                return outbox.waiting
            }
            guard !batch.isEmpty else { return }
            for publication in batch {
                await publisher.publish(await withOriginal(publication))
                publishedEvents.add(publication.subscribers.count, ordering: .relaxed)
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
