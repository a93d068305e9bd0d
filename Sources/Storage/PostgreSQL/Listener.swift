/// What somebody said on a channel (https://www.postgresql.org/docs/15/sql-notify.html): less than 8,000 bytes, delivered
/// once or lost.
public struct Notification: Hashable, Sendable {
    public let payload: String
}

/// Listens to a channel, on a connection of its own that is opened again where it is lost.
public struct Listener: Sendable {
    /// How often the server is asked whether the connection still stands. An answer may take `DatabaseLimits.answerTime`.
    static let interval = Duration.seconds(5)
    /// The pause before another connection is opened.
    static let pause = Duration.milliseconds(500)

    private let database: Database
    private let listening: Query

    /// - Parameter channel: an identifier of SQL: lower-case letters and underscores.
    public init(_ database: Database, channel: String) {
        precondition(channel.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }, "no name of a channel")
        self.database = database
        listening = Query("LISTEN \(channel)")
    }

    /// Listens until the task is cancelled.
    ///
    /// - Parameters:
    ///   - began: called each time when from now on everything is heard; what was said before may be missing.
    ///   - heard: called on an event loop with each notification, in the order in which they were sent.
    ///   - lost: called each time when the connection was lost, or could not be made.
    public func run(
        began: @escaping @Sendable () -> Void, heard: @escaping @Sendable (Notification) -> Void,
        lost: @escaping @Sendable (PostgreSQLError) -> Void
    ) async {
        while !Task.isCancelled {
            do throws(PostgreSQLError) {
                let connected = try await database.connectAlone(heard: heard)
                defer { connected.loop.close(connected.connection) }
                _ = try await database.send([listening], on: connected)
                began()
                while !Task.isCancelled {
                    // Ends early when the task is cancelled, as the loop then does.
                    try? await Task.sleep(for: Self.interval)
                    guard !Task.isCancelled else { break }
                    _ = try await database.send([Query("SELECT 1")], on: connected)
                }
            } catch {
                lost(error)
                // The same.
                try? await Task.sleep(for: Self.pause)
            }
        }
    }
}
