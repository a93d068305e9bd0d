import Chat

/// What the cache evicts, and what it never does: a value without clock, lock or task.
///
/// Pinned entries are never evicted, however many they are, and don't count. Of the others ("idle") a limit is kept,
/// those used last. They may exceed it by a quarter before they are reduced to it, so that the cost of sorting them is
/// spread over many calls.
public struct EvictionPolicy: Sendable {
    /// How a conversation or a person is used.
    struct Use: Sendable {
        var lastUse: Timestamp
        /// A stream watches the conversation, or is open for the person or a member.
        var hasStream = false
        /// The conversation is being polled.
        var isBeingPolled = false

        var isPinned: Bool { hasStream || isBeingPolled }
    }

    /// How many idle conversations are kept.
    public var conversations = 1_000
    /// How many people without an open stream are kept.
    public var people = 5_000
    /// What was used within this time is kept in any case: pages that are being made need it, and people who look at
    /// their list again and again would otherwise evict what the next of them needs.
    public var pageTime = Duration.seconds(60)
    /// The least time from one eviction to the next.
    public var interval = Duration.seconds(1)

    public init() {}

    /// Whether to evict now.
    func isDue(since last: Timestamp?, now: Timestamp) -> Bool {
        // A clock that was set back must not stop eviction.
        last.map { now >= $0.adding(interval) || $0 > now } ?? true
    }

    /// Whether `count` idle entries are too many.
    func isExceeded(_ limit: Int, by count: Int) -> Bool { count > limit + limit / 4 }

    /// Which of `entries` go.
    ///
    /// - Parameters:
    ///   - limit: `conversations` or `people`.
    ///   - moment: what was used since then stays; `nil` for no such exception.
    func evicted<Key>(_ entries: [(key: Key, use: Use)], limit: Int, unusedSince moment: Timestamp?) -> [Key] {
        let idle = entries.filter { !$0.use.isPinned }
        guard isExceeded(limit, by: idle.count) else { return [] }
        return idle.filter { entry in moment.map { entry.use.lastUse < $0 } ?? true }
            .sorted { $0.use.lastUse < $1.use.lastUse }
            .prefix(idle.count - limit)
            .map(\.key)
    }
}
