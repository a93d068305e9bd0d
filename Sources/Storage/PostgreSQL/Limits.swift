/// The limits of a database.
public struct DatabaseLimits: Sendable {
    /// How many connections may be open. Each query or transaction has one for itself while it lasts.
    public var connections = 8
    /// How many callers may wait for a connection.
    public var waiting = 1_024
    /// How long they wait at most.
    public var waitingTime = Duration.seconds(5)
    /// How long one round trip may take, after which the connection is given up.
    public var answerTime = Duration.seconds(10)
    /// How long the server works on one statement, or waits for the next one of a transaction; less than `answerTime` so that it says so.
    public var statementTime = Duration.seconds(8)
    /// How long connecting to one host may take.
    public var connectTime = Duration.seconds(3)
    /// For how long no other connection is tried after one could not be made.
    public var outagePause = Duration.seconds(1)

    public init() {}

    /// How many statements are kept prepared on a connection; others are prepared each time.
    static let preparedStatements = 500
}
