public import Concurrency
public import PostgreSQL
public import SQLite

/// A database for small records that are found by their keys: SQLite or PostgreSQL, with the same SQL and the same
/// guarantees. Transactions take effect one after the other.
public struct RecordDatabase: RecordReader, Sendable {
    let driver: any RecordDriver

    /// Opens a database of SQLite, and brings it up to date.
    /// - Throws: `UnopenedDatabase`, `DamagedDatabase`, `NewerDatabase`.
    public init(_ location: Location, migrations: SQLite.Migrations, pool: BlockingPool = .shared) throws {
        driver = SQLiteRecords(try SQLite.Database(location, migrations: migrations, pool: pool))
    }

    /// A database of PostgreSQL that `migrate` has brought up to date.
    public init(_ database: PostgreSQL.Database) { driver = PostgreSQLRecords(database) }

    /// What transactions in PostgreSQL need.
    public static var tables: PostgreSQL.Migrations { PostgreSQLRecords.migrations }

    /// Makes the tables of a part of the program in PostgreSQL, and what transactions need.
    public static func migrate(_ database: PostgreSQL.Database, _ migrations: PostgreSQL.Migrations) async throws {
        do {
            try await PostgreSQLRecords.migrations.apply(to: database)
            try await migrations.apply(to: database)
        } catch let error as PostgreSQLError { throw error.ofStore }
    }

    /// The results of queries that change nothing. SQLite reads on the caller's thread, which takes microseconds; all
    /// queries see the same state. PostgreSQL is asked in one round trip.
    ///
    /// - Throws: `SQLiteError`; `BlockingPool.Full`, `StoreOutage`.
    public func read(_ queries: [RecordQuery]) async throws -> [[Record]] { try await driver.read(queries) }

    /// The rows of a query that may take milliseconds: never read on the caller's thread.
    public func longRead(_ query: RecordQuery) async throws -> [Record] { try await driver.longRead(query) }

    /// Runs `body` in a transaction: all of its changes are stored, or none. Transactions take effect one after the other.
    /// `body` must do nothing else that is asynchronous, and may be run several times. It is completed even if its caller
    /// is cancelled, in SQLite.
    ///
    /// - Parameter waits: whether the caller's thread does it where too many writes wait already (SQLite).
    /// - Throws: `BlockingPool.Full`, `NotStored`, `StoreOutage`; `SQLiteError`; what `body` throws.
    @discardableResult
    public func transaction<Value: Sendable>(
        waits: Bool = false, _ body: @escaping @Sendable (any RecordTransaction) async throws -> Value
    ) async throws -> Value {
        try await driver.transaction(waits: waits, body)
    }

    /// Checks that the database can be read.
    public func check() async throws { _ = try await read([RecordQuery("SELECT 1")]) }

    /// Checks that the database can be written to.
    public func checkWriting() async throws { try await driver.checkWriting() }

    /// A number that differs from an earlier one where another process may have written between the two.
    public func foreignVersion() throws -> Int64 { try driver.foreignVersion() }
}

/// One kind of database.
protocol RecordDriver: Sendable {
    func read(_ queries: [RecordQuery]) async throws -> [[Record]]
    func longRead(_ query: RecordQuery) async throws -> [Record]
    func transaction<Value: Sendable>(
        waits: Bool, _ body: @escaping @Sendable (any RecordTransaction) async throws -> Value
    ) async throws -> Value
    func checkWriting() async throws
    func foreignVersion() throws -> Int64
    /// Those of a table; none if there is no such table.
    func columns(of table: String) async throws -> [RecordColumn]
}
