/// How much is asked of a backend at once.
public struct UpstreamLimits: Sendable {
    /// Requests under way at once.
    public var inFlight = 32
    /// Requests that wait for their turn.
    public var queued = 1_024
    /// How long one waits for its turn.
    public var wait = Duration.seconds(5)
    /// From how far away on a page asks side by side: how long the quickest answers take.
    public var sideBySideFrom = Duration.milliseconds(1)
    public var breaker = BreakerLimits()

    public init() {}
}
