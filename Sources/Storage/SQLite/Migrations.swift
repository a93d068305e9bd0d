/// The steps by which a database grew to what the program of today expects.
///
/// A database knows in `PRAGMA user_version` how many steps it has taken, so one file belongs to one list.
/// A step that was ever released never changes: what is to be different is a new step at the end.
public struct Migrations: Sendable {
    /// One step.
    public struct Step: Sendable {
        fileprivate let take: @Sendable (inout Connection) throws -> Void

        /// A script of SQL.
        public static func script(_ sql: String) -> Step { Step { try $0.execute(sql) } }

        /// A script of SQL, and then what SQL alone can't do. `body` is inside the step's transaction.
        public static func script(
            _ sql: String, then body: @escaping @Sendable (inout Connection) throws -> Void
        ) -> Step {
            Step { connection in
                try connection.execute(sql)
                try body(&connection)
            }
        }
    }

    private let steps: [Step]

    /// - Parameter steps: the oldest first.
    public init(_ steps: [Step]) { self.steps = steps }

    /// - Parameter steps: scripts of SQL, the oldest first.
    public init(_ steps: [String]) { self.init(steps.map { .script($0) }) }

    /// The version of a database that has taken every step.
    public var version: Int { steps.count }

    /// Takes the steps that are missing, each in a transaction of its own.
    /// - Throws: `NewerDatabase`, before anything is touched; `SQLiteError`.
    public func apply(to connection: inout Connection) throws {
        let found = try Self.version(of: &connection)
        guard found <= version else { throw NewerDatabase(found: found, known: version) }
        for (index, step) in steps.enumerated().dropFirst(found) {
            try connection.transaction { connection in
                // Another process may have taken it while this one waited for the lock.
                guard try Self.version(of: &connection) == index else { return }
                try step.take(&connection)
                try connection.execute("PRAGMA user_version = \(index + 1)")
            }
        }
    }

    private static func version(of connection: inout Connection) throws -> Int {
        try connection.row("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
    }
}

/// The database was written by a later version of the program, and is left alone.
public struct NewerDatabase: Error, Hashable, Sendable, CustomStringConvertible {
    public let found: Int
    public let known: Int

    public init(found: Int, known: Int) {
        self.found = found
        self.known = known
    }

    public var description: String {
        "the database has version \(found), and this program knows versions up to \(known): "
            + "use the newer program, or another database"
    }
}
