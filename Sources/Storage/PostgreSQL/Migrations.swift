/// The steps that bring the tables of a part of the program up to date.
///
/// Programs of two versions may use a database at the same time: a step must leave what the version before needs, and only
/// add to it. What is not needed any more is removed by a step of a later version.
public struct Migrations: Sendable {
    /// The name of the part, under which the database knows its version.
    public let part: String
    private let steps: [[String]]

    /// - Parameter steps: the statements of each step. The first step makes the tables.
    public init(_ part: String, _ steps: [[String]]) {
        self.part = part
        self.steps = steps
    }

    /// The version of the tables after all steps.
    public var version: Int { steps.count }

    /// A lock of this program's migrations. Its number means nothing.
    private static let lock = Query("SELECT pg_advisory_xact_lock($1)", Int64(0x656E_6761_7761))

    private static let versions = Query(
        "CREATE TABLE IF NOT EXISTS schema_versions (part text PRIMARY KEY, version bigint NOT NULL)")

    /// Takes the steps that are missing, in one transaction. Of several programs that begin at once one takes them, and the
    /// others wait. A database of a newer version stays as it is.
    /// - Returns: the version before; 0 for a database without these tables.
    @discardableResult public func apply(to database: Database) async throws -> Int {
        if let found = try await found(in: database), found >= version { return found }
        return try await database.transaction { transaction in
            let rows = try await transaction.run([
                Self.lock, Self.versions, Query("SELECT version FROM schema_versions WHERE part = $1", part),
            ])
            let found = rows[2].first.map { Int($0.integer(0)) } ?? 0
            guard found < version else { return found }
            let statements = steps[found...].joined().map { Query($0) }
            _ = try await transaction.run(
                statements + [
                    Query(
                        """
                        INSERT INTO schema_versions VALUES ($1, $2)
                        ON CONFLICT (part) DO UPDATE SET version = excluded.version
                        """, part, version)
                ])
            return found
        }
    }

    /// The version of the tables in a database; `nil` where there are none.
    public func found(in database: Database) async throws(PostgreSQLError) -> Int? {
        let hasVersions = try await database.run(Query("SELECT to_regclass('schema_versions') IS NOT NULL")).first
        guard hasVersions?.boolean(0) == true else { return nil }
        return try await database.run(Query("SELECT version FROM schema_versions WHERE part = $1", part)).first.map {
            Int($0.integer(0))
        }
    }
}
