import Synchronization

/// A database that any thread may use: one connection under one lock.
///
/// A keyed read takes some microseconds, so waiting for the lock is cheaper than handing work to an actor.
public final class Database: Sendable {
    private let connection: Mutex<Connection>

    /// Opens the database and brings it up to date.
    /// - Throws: `SQLiteError`, `NewerDatabase`.
    public init(_ location: Location, migrations: Migrations) throws {
        var connection = try Connection(location)
        try migrations.apply(to: &connection)
        self.connection = Mutex(connection)
    }

    /// Runs `body` alone with the connection. It must neither wait nor call this database again.
    public func read<Result: Sendable, Failure: Error>(
        _ body: (inout Connection) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try connection.withLock { connection throws(Failure) in try body(&connection) }
    }

    /// Does all that `body` does, or nothing of it. It must neither wait nor call this database again.
    public func write<Result: Sendable>(_ body: (inout Connection) throws -> Result) throws -> Result {
        try connection.withLock { try $0.transaction(body) }
    }
}
