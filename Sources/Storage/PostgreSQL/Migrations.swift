/// The steps that bring the tables of a part of the program up to date.
///
/// Programs of two versions may use a database at the same time: a step must leave what the version before needs, and only
/// add to it. What is not needed any more is removed by a step of a later version, which names the oldest version that can go
/// on.
public struct Migrations: Sendable {
    /// The name of the part, under which the database knows its version.
    public let part: String
    let steps: [[String]]
    private let oldest: Int

    /// - Parameters:
    ///   - steps: the statements of each step. The first step makes the tables.
    ///   - oldest: the lowest version of a program that can go on with these tables.
    public init(_ part: String, _ steps: [[String]], oldest: Int = 0) {
        self.part = part
        self.steps = steps
        self.oldest = oldest
    }

    /// The version of the tables after all steps.
    public var version: Int { steps.count }

    /// A lock of this program's migrations. Its number means nothing.
    private static let lock = Query("SELECT pg_advisory_xact_lock($1)", Int64(0x656E_6761_7761))

    private static let versions = [
        Query("CREATE TABLE IF NOT EXISTS schema_versions (part text PRIMARY KEY, version bigint NOT NULL)"),
        Query("ALTER TABLE schema_versions ADD COLUMN IF NOT EXISTS oldest bigint NOT NULL DEFAULT 0"),
    ]

    /// Takes the steps that are missing, in one transaction. Of several programs that begin at once one takes them, and the
    /// others wait. A database of a newer version stays as it is.
    /// - Returns: the version before; 0 for a database without these tables.
    /// - Throws: `NewerTables`; `PostgreSQLError`.
    @discardableResult public func apply(to database: Database) async throws -> Int {
        if let found = try await Self.found(in: database)[part], found.version >= version {
            return try checked(found.version, oldest: found.oldest)
        }
        return try await database.transaction { transaction in
            let rows = try await transaction.run(
                [Self.lock] + Self.versions
                    + [Query("SELECT version, oldest FROM schema_versions WHERE part = $1", part)])
            let row = rows.last?.first
            let found = Int(row?.integer(0) ?? 0)
            guard found < version else { return try checked(found, oldest: Int(row?.integer(1) ?? 0)) }
            let statements = steps[found...].joined().map { Query($0) }
            _ = try await transaction.run(
                statements + [
                    Query(
                        """
                        INSERT INTO schema_versions (part, version, oldest) VALUES ($1, $2, $3)
                        ON CONFLICT (part) DO UPDATE SET version = excluded.version, oldest = excluded.oldest
                        """, part, version, oldest)
                ])
            return found
        }
    }

    /// - Returns: the version of the tables in a database.
    private func checked(_ found: Int, oldest: Int) throws(NewerTables) -> Int {
        guard oldest <= version else { throw NewerTables(part: part, found: found, known: version) }
        return found
    }

    /// The version of the tables in a database; `nil` where there are none.
    public func found(in database: Database) async throws(PostgreSQLError) -> Int? {
        try await Self.found(in: database)[part]?.version
    }

    /// The versions of the tables of all parts in a database, and the lowest versions of a program that can go on with them.
    public static func found(
        in database: Database
    ) async throws(PostgreSQLError) -> [String: (version: Int, oldest: Int)] {
        let hasVersions = try await database.run(Query("SELECT to_regclass('schema_versions') IS NOT NULL")).first
        guard hasVersions?.boolean(0) == true else { return [:] }
        // Tables of an earlier version have no column `oldest`.
        let rows = try await database.run(
            Query("SELECT part, version, (to_jsonb(v) ->> 'oldest')::bigint FROM schema_versions AS v"))
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.text(0), (Int($0.integer(1)), Int($0.integer(2)))) })
    }
}

/// A later version of the program has removed what this one needs.
public struct NewerTables: Error, Hashable, Sendable, CustomStringConvertible {
    public let part: String
    /// The version of the tables.
    public let found: Int
    /// That of this program.
    public let known: Int

    public init(part: String, found: Int, known: Int) {
        self.part = part
        self.found = found
        self.known = known
    }

    public var description: String {
        "a later version of this program has changed the tables for \(part) (version \(found)) in a way that this one "
            + "(version \(known)) can't work with: use the later version, or restore a backup"
    }
}
