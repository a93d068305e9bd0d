import Concurrency
public import EventLoops

/// A database on a PostgreSQL server, reached over a few connections that live on event loops. Nothing blocks a loop.
public final class Database: Sendable {
    public let address: ServerAddress
    private let limits: DatabaseLimits
    private let pool: ConnectionPool
    /// Those serializable transactions that are run again wait here for the lock of their queue, one at a time, so that the
    /// connections are left to others.
    private let again: Slots

    /// Connects when it is first needed.
    public init(_ address: ServerAddress, on loops: [EventLoop], _ limits: DatabaseLimits = DatabaseLimits()) {
        self.address = address
        self.limits = limits
        pool = ConnectionPool(address, on: loops, limits)
        again = Slots(1, maximumWaiting: limits.waiting)
    }

    /// Closes all connections; whoever waits fails.
    public func close() { pool.close() }

    /// How many connections are open, and how many callers wait.
    public var figures: (open: Int, waiting: Int) { pool.figures }

    /// Runs queries in one round trip and one transaction: all of their changes are stored, or none.
    /// - Returns: the rows of each query.
    public func run(_ queries: [Query]) async throws(PostgreSQLError) -> [Rows] {
        let connected = try await pool.take()
        defer { pool.giveBack(connected) }
        return try await send(queries, on: connected)
    }

    /// The same for one query.
    @discardableResult public func run(_ query: Query) async throws(PostgreSQLError) -> Rows {
        try await run([query])[0]
    }

    /// Runs `body` in a transaction. It is run again where another transaction was in its way, so it should have no other
    /// effects.
    public func transaction<Value>(
        _ isolation: Isolation = .readCommitted, _ body: (Transaction) async throws -> Value
    ) async throws -> Value {
        var attempt = 1
        while true {
            do {
                guard case .serializable = isolation, attempt > 1 else {
                    return try await transactionOnce(isolation.beginning(attempt), body)
                }
                do { try await again.take() } catch {
                    throw error == .full ? PostgreSQLError.overloaded : CancellationError()
                }
                defer { again.giveBack() }
                return try await transactionOnce(isolation.beginning(attempt), body)
            } catch let error as PostgreSQLError {
                guard isolation.isToBeTriedAgain(error, after: attempt) else { throw error }
                attempt += 1
            }
        }
    }

    private func transactionOnce<Value>(
        _ beginning: [Query], _ body: (Transaction) async throws -> Value
    ) async throws -> Value {
        let connected = try await pool.take()
        defer { pool.giveBack(connected) }
        let transaction = Transaction(beginning) { queries throws(PostgreSQLError) in
            try await self.send(queries, on: connected)
        }
        do {
            let value = try await body(transaction)
            try await transaction.commit()
            return value
        } catch {
            await transaction.rollBack()
            throw error
        }
    }

    /// Opens a connection beside those of the pool.
    func connectAlone(
        heard: @escaping @Sendable (Notification) -> Void
    ) async throws(PostgreSQLError) -> PooledConnection { try await pool.connectAlone(heard: heard) }

    func send(
        _ queries: [Query], on connected: PooledConnection
    ) async throws(PostgreSQLError) -> [Rows] {
        let begin = ContinuousClock.now
        defer { RoundTrips.current?.add(.now - begin) }
        let deadline = begin + limits.answerTime
        let result: Result<[Rows], PostgreSQLError> = await withCheckedContinuation { continuation in
            let batch = ClientConnection.Batch(queries, deadline: deadline) { continuation.resume(returning: $0) }
            connected.loop.begin(batch, on: connected.connection)
        }
        return try result.get()
    }
}
