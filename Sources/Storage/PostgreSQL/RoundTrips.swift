import Synchronization

/// Counts the round trips of a piece of work, such as the answer to a request, and the time that it waited for them.
public final class RoundTrips: Sendable {
    /// The counter of the work that runs now.
    @TaskLocal public static var current: RoundTrips?

    private let state = Mutex((count: 0, time: Duration.zero))

    public init() {}

    public var count: Int { state.withLock { $0.count } }

    /// Waits for a free connection are not in it.
    public var time: Duration { state.withLock { $0.time } }

    func add(_ time: Duration) {
        state.withLock { state in
            state.count += 1
            state.time += time
        }
    }
}
