/// Decides whether a server that keeps failing is asked at all: a circuit breaker (Nygard, "Release It!", 2nd ed., §5.2).
///
/// Closed, it lets everything through. After too many failures it opens and refuses everything for a while; then it lets
/// one request through, the probe: where that succeeds it closes, else it stays open for twice as long.
/// A value without a clock: each call says what time it is.
public struct Breaker: Sendable {
    public enum State: Sendable, Equatable {
        case closed
        /// Everything is refused, since this moment.
        case open(since: ContinuousClock.Instant)
        /// One request is on its way to see whether the server is back; it has been failing since this moment.
        case halfOpen(since: ContinuousClock.Instant)
    }

    /// How a request that was let through ended.
    public enum Outcome: Sendable {
        case success
        case failure
        /// Says nothing about the server: the request was cancelled, or could not be sent.
        case unknown
    }

    /// The right to send one request, given back with `end`.
    public struct Pass: Sendable {
        fileprivate let generation: Int
    }

    private enum Phase {
        case closed
        case open(since: ContinuousClock.Instant, until: ContinuousClock.Instant, delay: Duration)
        case probing(since: ContinuousClock.Instant, delay: Duration)
    }

    private let limits: BreakerLimits
    private var phase = Phase.closed
    /// Since it was closed last.
    private var failuresInARow = 0
    private var window: FailureWindow
    /// Increases with each change of phase: the outcome of a request that was let through before it is ignored.
    private var generation = 0
    /// How often it has gone from closed to open.
    public private(set) var openings = 0

    public init(_ limits: BreakerLimits, at now: ContinuousClock.Instant) {
        self.limits = limits
        window = FailureWindow(limits.window, from: now)
    }

    public var state: State {
        switch phase {
        case .closed: .closed
        case .open(let since, _, _): .open(since: since)
        case .probing(let since, _): .halfOpen(since: since)
        }
    }

    /// The right to send a request now; `nil` where it is refused.
    public mutating func begin(at now: ContinuousClock.Instant) -> Pass? {
        switch phase {
        case .closed: return Pass(generation: generation)
        case .open(let since, let until, let delay) where until <= now:
            change(to: .probing(since: since, delay: delay))
            return Pass(generation: generation)
        case .open, .probing: return nil
        }
    }

    /// Takes a pass back. Each must be given back once.
    public mutating func end(_ pass: Pass, _ outcome: Outcome, at now: ContinuousClock.Instant) {
        guard pass.generation == generation else { return }
        switch (phase, outcome) {
        case (.closed, .success): count(isFailure: false, at: now)
        case (.closed, .failure): count(isFailure: true, at: now)
        case (.probing, .success):
            failuresInARow = 0
            window = FailureWindow(limits.window, from: now)
            change(to: .closed)
        case (.probing(let since, let delay), .failure):
            let longer = min(delay * 2, limits.longestDelay)
            change(to: .open(since: since, until: now + longer, delay: longer))
        // The next request is the probe then.
        case (.probing(let since, let delay), .unknown):
            change(to: .open(since: since, until: now, delay: delay))
        case (.closed, .unknown), (.open, _): break
        }
    }

    private mutating func count(isFailure: Bool, at now: ContinuousClock.Instant) {
        window.record(isFailure: isFailure, at: now)
        failuresInARow = isFailure ? failuresInARow + 1 : 0
        guard isFailure, failuresInARow >= limits.failuresInARow || isFailing(window.counts(at: now)) else { return }
        openings += 1
        change(to: .open(since: now, until: now + limits.firstDelay, delay: limits.firstDelay))
    }

    private func isFailing(_ counts: (requests: Int, failures: Int)) -> Bool {
        counts.requests >= limits.windowRequests
            && Double(counts.failures) >= limits.failureShare * Double(counts.requests)
    }

    private mutating func change(to phase: Phase) {
        self.phase = phase
        generation += 1
    }
}
