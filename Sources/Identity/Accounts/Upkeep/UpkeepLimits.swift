/// How often services are asked about sessions, and how long one lives without an answer.
public struct UpkeepLimits: Sendable {
    /// From one question about a session in use to the next. With `beat` it stays under the minute in which a session
    /// has to end that ended at the service.
    public var check = Duration.seconds(40)
    /// How often is looked which sessions are due.
    public var beat = Duration.seconds(5)
    /// How long after its last request a session without a stream is in use.
    public var use = Duration.seconds(120)
    /// How long a session goes on after its credential has run out, where the service can't be reached.
    public var grace = Duration.seconds(15 * 60)
    /// When a renewal that decided nothing is tried again.
    public var retry = Duration.seconds(15)
    /// How many answers of one service are waited for at once. Fewer than the client has connections to one host, so that
    /// a slow service still lets people sign in and out.
    public var atOnce = 48
    /// Of how many sessions is remembered when they are due; beyond that, all are asked about anew.
    public var remembered = 20_000

    public init() {}
}
