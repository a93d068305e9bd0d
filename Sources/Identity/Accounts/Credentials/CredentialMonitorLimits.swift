/// Intervals for checking sessions at their services.
public struct CredentialMonitorLimits: Sendable {
    /// The interval between checks of a session in use. Together with `beat`, it is less than the minute within which a
    /// session must end that has ended at the service.
    public var check = Duration.seconds(40)
    /// The interval between scans for due sessions.
    public var beat = Duration.seconds(5)
    /// How long after its last request a session without a stream counts as in use.
    public var use = Duration.seconds(120)
    /// How long a session continues with an expired credential while the service is unreachable.
    public var grace = Duration.seconds(15 * 60)
    /// The retry interval after a refresh without a result.
    public var retry = Duration.seconds(15)
    /// The maximum number of concurrent requests to a service. Less than the client's connections for each host, so
    /// that people can sign in and out while a service is slow.
    public var atOnce = 48
    /// The maximum number of sessions with a schedule; beyond that, all are checked again.
    public var remembered = 20_000

    public init() {}
}
