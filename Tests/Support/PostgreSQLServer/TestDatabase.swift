public import EventLoops
public import PostgreSQL

/// A new database on a real server, and the loop on which its connections live.
public final class TestDatabase: Sendable {
    public let server: PostgreSQLServer
    public let address: ServerAddress
    public let loop = EventLoop()
    public let database: Database

    /// - Parameter server: by default the one that all tests of the process share.
    public init(_ limits: DatabaseLimits = DatabaseLimits(), on server: PostgreSQLServer? = nil) async throws {
        if let server { self.server = server } else { self.server = try await PostgreSQLServer.shared() }
        address = try await self.server.database()
        database = Database(address, on: [loop], limits)
    }

    deinit {
        database.close()
        loop.stop()
    }

    public var name: String { String(address.description.split(separator: "/").last ?? "") }

    /// Another process's view of the same database.
    public func another(_ limits: DatabaseLimits = DatabaseLimits()) -> Database {
        Database(address, on: [loop], limits)
    }

    /// The rows' first values.
    public func values(_ sql: String, _ parameters: (any ParameterConvertible)?...) async throws -> [String] {
        try await database.run(Query(sql, parameters)).map { $0.text(0) }
    }
}
