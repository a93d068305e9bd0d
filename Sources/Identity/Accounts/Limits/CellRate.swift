import Chat

/// How often something may be done: so many times at once, and evenly again as time passes.
///
/// Source: the generic cell rate algorithm (ITU-T I.371 §A.1), which keeps one moment for each that is limited.
public struct CellRate: Sendable {
    private let count: Int
    private let interval: Duration

    /// - Parameters:
    ///   - count: how many times at once.
    ///   - time: after which all of them are there again.
    public init(_ count: Int, in time: Duration) {
        precondition(count > 0)
        self.count = count
        interval = time / count
    }

    /// What is to be done, and when.
    enum Verdict: Equatable {
        /// It may be done; all times are there again at this moment.
        case allowed(full: Timestamp)
        case wait(Duration)
    }

    /// - Parameter full: when all times are there again; `nil` where they are.
    func verdict(_ full: Timestamp?, now: Timestamp) -> Verdict {
        let start = max(full ?? now, now)
        let ahead = Duration.milliseconds(start.milliseconds - now.milliseconds)
        let allowed = interval * (count - 1)
        return ahead <= allowed ? .allowed(full: start.adding(interval)) : .wait(ahead - allowed)
    }
}
