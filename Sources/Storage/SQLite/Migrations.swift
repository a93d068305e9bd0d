import Synchronization

/// The migrations of a database: the steps that bring an empty or older database up to date.
///
/// `PRAGMA user_version` holds the number of steps that the database has taken, so a file belongs to one list. A step
/// that was released is never changed: a change of the schema is a new step at the end.
public struct Migrations: Sendable {
    /// One step.
    public struct Step: Sendable {
        /// Returns whether the step is complete.
        fileprivate let take: @Sendable (inout Connection) throws -> Bool

        /// A script of SQL.
        public static func script(_ sql: String) -> Step { script(sql) { _ in } }

        /// A script of SQL, and then `body`, in the same transaction: for what SQL alone can't do.
        public static func script(
            _ sql: String, then body: @escaping @Sendable (inout Connection) throws -> Void
        ) -> Step {
            Step { connection in
                try connection.execute(sql)
                try body(&connection)
                return true
            }
        }

        /// A step in many transactions, so that the log of changes (WAL) stays small. An interrupted step goes on from
        /// what it has committed.
        /// - Parameter part: a part of the step; returns whether it was the last.
        public static func gradual(_ part: @escaping @Sendable (inout Connection) throws -> Bool) -> Step {
            Step(take: part)
        }
    }

    /// A step of an older database that is about to be taken, which may last for minutes.
    public struct Progress: Hashable, Sendable {
        public let path: String
        /// Counts from 1.
        public let step: Int
        public let steps: Int
    }

    private struct Observer: Sendable { let report: @Sendable (Progress) -> Void }

    /// Told before each step that an older database takes; one for the process, set before it opens databases.
    private static let observer = Mutex<Observer?>(nil)

    /// Sets what is called before each step that an older database takes.
    public static func observe(_ report: @escaping @Sendable (Progress) -> Void) {
        observer.withLock { $0 = Observer(report: report) }
    }

    private let steps: [Step]

    /// - Parameter steps: the oldest first.
    public init(_ steps: [Step]) { self.steps = steps }

    /// - Parameter steps: scripts of SQL, the oldest first.
    public init(_ steps: [String]) { self.init(steps.map { .script($0) }) }

    /// The version of a database that has taken every step.
    public var version: Int { steps.count }

    /// Takes the missing steps, each in a transaction of its own, or in several if it is gradual.
    /// - Throws: `NewerDatabase`, before anything is changed; `SQLiteError`.
    public func apply(to connection: inout Connection) throws {
        let found = try Self.version(of: &connection)
        guard found != version else { return }
        let path = try connection.row("SELECT file FROM pragma_database_list WHERE name = 'main'") { $0.text(0) }
        guard found < version else { throw NewerDatabase(path: path ?? "", found: found, known: version) }
        for (index, step) in steps.enumerated().dropFirst(found) {
            if found > 0, let observer = Self.observer.withLock({ $0 }) {
                observer.report(Progress(path: path ?? "", step: index + 1, steps: version))
            }
            var isTaken = false
            while !isTaken {
                isTaken = try connection.transaction { connection in
                    // Another process may have taken it while this one waited for the lock.
                    guard try Self.version(of: &connection) == index else { return true }
                    let isComplete = try step.take(&connection)
                    if isComplete { try connection.execute("PRAGMA user_version = \(index + 1)") }
                    return isComplete
                }
            }
        }
        // A step may have rewritten a large table: no log of that size is left behind.
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    static func version(of connection: inout Connection) throws -> Int {
        try connection.row("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
    }
}

/// The database was written by a later version of the program, and was not changed.
public struct NewerDatabase: Error, Hashable, Sendable, CustomStringConvertible {
    /// Empty for a database in memory.
    public let path: String
    public let found: Int
    public let known: Int

    public init(path: String, found: Int, known: Int) {
        self.path = path
        self.found = found
        self.known = known
    }

    public var description: String {
        "\(path) has version \(found), and this program knows versions up to \(known): "
            + "use the newer program, or another file"
    }
}
