/// The limits of the load on a backend.
public struct UpstreamLimits: Sendable {
    /// The maximum number of concurrent requests.
    public var inFlight = 32
    /// The maximum number of waiting requests.
    public var queued = 1_024
    /// How long a request may wait.
    public var wait = Duration.seconds(5)
    /// The shortest response time from which on a page sends its requests concurrently.
    public var sideBySideFrom = Duration.milliseconds(1)
    public var breaker = BreakerLimits()

    public init() {}
}
