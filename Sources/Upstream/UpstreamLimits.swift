/// How much is asked of a backend at once.
public struct UpstreamLimits: Sendable {
    /// Requests under way at once.
    public var inFlight = 32
    /// Requests that wait for their turn.
    public var queued = 1_024
    /// How long one waits for its turn.
    public var wait = Duration.seconds(5)
    public var breaker = BreakerLimits()

    public init() {}
}
