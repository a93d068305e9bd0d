import Chat

/// How often a conversation is polled.
public struct PollingPace: Sendable {
    /// While a stream watches it.
    public var watched: Duration
    /// While a stream watches it, and something has happened lately.
    public var lively: Duration
    /// While it is only in the list of a person who is online.
    public var listed: Duration
    /// What is a person's own, such as their list, while they are online; longer where more are than can be asked for.
    public var person = Duration.seconds(45)
    /// How many conversations are polled in a second at most; where more are due, those that have been due for longest.
    public var conversationsPerSecond = 100
    /// How long something that happened makes a conversation lively.
    public var livelyTime = Duration.seconds(60)
    /// The longest wait after polls that failed.
    public var maximumBackoff = Duration.seconds(15)

    public init(
        watched: Duration = .seconds(5), lively: Duration = .seconds(1), listed: Duration = .seconds(20)
    ) {
        self.watched = watched
        self.lively = lively
        self.listed = listed
    }

    /// The time from one poll to the next.
    func interval(isWatched: Bool, lastActivity: Timestamp?, now: Timestamp) -> Duration {
        guard isWatched else { return listed }
        let isLively = lastActivity.map { now < $0.adding(livelyTime) } ?? false
        return isLively ? min(lively, watched) : watched
    }

    /// How many conversations may be polled at a tick.
    func polls(in tick: Duration) -> Int {
        max(1, Int(tick / .seconds(1) * Double(conversationsPerSecond)))
    }

    /// The wait after `failures` in a row: doubled each time, with an end.
    func backoff(_ interval: Duration, failures: Int) -> Duration {
        min(interval * (1 << min(failures, 10)), max(maximumBackoff, interval))
    }
}
