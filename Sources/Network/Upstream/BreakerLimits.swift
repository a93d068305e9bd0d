/// When a breaker opens, and how long it stays so.
public struct BreakerLimits: Sendable {
    /// So many failures one after the other open it.
    public var failuresInARow = 5
    /// The last so much time is looked at for the share of failures.
    public var window = Duration.seconds(10)
    /// With fewer requests in the window than this, their share says nothing.
    public var windowRequests = 20
    /// From this share of failures in the window on, 0…1, it opens.
    public var failureShare = 0.5
    /// How long it refuses everything before the first probe.
    public var firstDelay = Duration.seconds(1)
    /// The delay doubles with each probe that fails, up to this.
    public var longestDelay = Duration.seconds(30)

    public init() {}
}
