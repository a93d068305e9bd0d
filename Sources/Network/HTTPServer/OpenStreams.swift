import HTTP

/// The connections of a loop that carry event streams: their heartbeats, and their end when the server stops.
///
/// Used on the loop's thread only.
struct OpenStreams {
    private let heartbeats: DeadlineQueue
    /// Whether the server is stopping.
    private var isEnding = false

    /// - Parameter heartbeat: how often each stream gets a comment, so that nothing on the way takes it for dead.
    init(heartbeat: Duration) { heartbeats = DeadlineQueue(heartbeat) }

    /// When the next comment is due.
    var nextHeartbeat: ContinuousClock.Instant? { heartbeats.nextDeadline }

    /// A connection carries a stream until it is removed.
    func add(_ stream: EventStream, on connection: ServedConnection, _ now: ContinuousClock.Instant) {
        connection.stream = stream
        heartbeats.append(connection, now)
        if isEnding { stream.end(.stopping) }
        if connection.peerHasClosed { stream.drop(.clientGone) }
    }

    func remove(_ connection: ServedConnection) {
        connection.stream = nil
        heartbeats.remove(connection)
    }

    /// Sends the comments that are due, some of them where there are many: the others are due in the next turn.
    func sendHeartbeats(_ now: ContinuousClock.Instant) {
        for _ in 0..<StreamLimits.heartbeatsInTurn {
            guard let connection = heartbeats.takeExpired(now) else { return }
            connection.stream?.send(StreamLimits.comment)
            heartbeats.append(connection, now)
        }
    }

    /// Ends all streams when what waits in them is delivered, and those that come later.
    mutating func endAll() {
        isEnding = true
        for connection in heartbeats.connections { connection.stream?.end(.stopping) }
    }

    /// Ends all streams at once, so that no connection stays suspended for one.
    func dropAll() {
        for connection in heartbeats.connections { connection.stream?.drop(.stopping) }
    }
}
