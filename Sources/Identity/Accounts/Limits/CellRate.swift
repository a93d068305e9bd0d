import Chat

/// A rate limit with bursts.
///
/// Source: the generic cell rate algorithm (ITU-T I.371 §A.1), which stores one timestamp for each limited key.
public struct CellRate: Sendable {
    private let count: Int
    /// For how long the quota is less full after each use.
    let interval: Duration

    /// - Parameters:
    ///   - count: the size of a burst.
    ///   - time: the time in which the full quota is refilled.
    public init(_ count: Int, in time: Duration) {
        precondition(count > 0)
        self.count = count
        interval = time / count
    }

    /// Whether the operation is permitted.
    enum Verdict: Equatable {
        /// Permitted; the quota is full again at this time.
        case allowed(full: Timestamp)
        case wait(Duration)
    }

    /// - Parameter full: the time at which the quota is full again; `nil` if it is full.
    func verdict(_ full: Timestamp?, now: Timestamp) -> Verdict {
        let start = max(full ?? now, now)
        let ahead = Duration.milliseconds(start.milliseconds - now.milliseconds)
        return ahead <= longestAhead ? .allowed(full: start.adding(interval)) : .wait(ahead - longestAhead)
    }

    /// How long it may take at most until the quota is full, for one more use.
    var longestAhead: Duration { interval * (count - 1) }
}
