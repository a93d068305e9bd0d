import EventLoops
import PostgreSQL
import PostgreSQLChat

/// `engawa store`: makes the tables of a PostgreSQL database, checks it, or copies an installation into it or out of it.
struct StoreCommand {
    enum Operation: String, CaseIterable {
        case migrate
        case check
        case copy
    }

    static var tablesVersion: Int { PostgreSQLChatStore.schemaVersion }

    private let operation: Operation
    private let address: ServerAddress
    private let configuration: Configuration
    private let direction: CopyDirection?

    init(_ arguments: ArraySlice<String>, environment: [String: String]) throws(ConfigurationError) {
        guard let operation = arguments.first.flatMap({ Operation(rawValue: $0) }) else {
            throw ConfigurationError(
                "store needs an operation: \(Operation.allCases.map(\.rawValue).joined(separator: " or "))")
        }
        var rest = arguments.dropFirst()
        direction = operation == .copy ? try CopyDirection(taking: &rest) : nil
        let settings = try Settings(arguments: rest, environment: environment)
        configuration = try Configuration(settings, defaultPort: 8080)
        guard let address = try configuration.store.address() else { throw Setting.store.missing(for: .store) }
        self.operation = operation
        self.address = address
    }

    /// - Returns: the output for the operator.
    /// - Throws: `StoreError`, `PostgreSQLError`.
    func run() async throws -> String {
        let loop = EventLoop()
        let database = Database(address, on: [loop])
        defer {
            database.close()
            loop.stop()
        }
        switch operation {
        case .migrate:
            let (before, now) = (try await Installation.Shared.migrate(database), Self.tablesVersion)
            return "\(address): "
                + (before >= now ? "up to date, version \(before)\n" : "from version \(before) to \(now)\n")
        case .check:
            let report = try await StoreCheck(database).run()
            return report.map { "\(address): \($0)\n" }.joined()
        case .copy:
            return try await StoreCopy(configuration, database).run(direction ?? .intoDatabase)
        }
    }
}

/// Why a database can't be used.
struct StoreError: Error, CustomStringConvertible {
    let description: String
}

/// Whether a PostgreSQL database can be used, and keeps what it has acknowledged.
struct StoreCheck {
    /// The oldest server with pipelines that abort as a whole and trusted extensions.
    static let oldestServer = 14

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// - Returns: what is as it should be, a line for each.
    /// - Throws: `StoreError` with all that is not; `PostgreSQLError`.
    func run() async throws -> [String] {
        let settings = try await database.run(
            Query(
                """
                SELECT current_setting('server_version_num')::bigint, current_setting('server_version'),
                    current_setting('server_encoding'), current_setting('fsync'), current_setting('synchronous_commit'),
                    current_setting('transaction_read_only')
                """)
        ).first
        let version = try await PostgreSQLChatStore.schemaVersion(in: database)
        guard let settings else { throw StoreError(description: "the server says nothing of itself") }
        var faults: [String] = []
        func require(_ holds: Bool, _ fault: String) { if !holds { faults.append(fault) } }
        require(
            settings.integer(0) >= Self.oldestServer * 10_000,
            "PostgreSQL \(settings.text(1)) is too old: \(Self.oldestServer) is needed")
        require(settings.text(2) == "UTF8", "its encoding is \(settings.text(2)) and not UTF8")
        require(settings.text(3) == "on", "fsync is off: a crash loses what was acknowledged, or all")
        require(
            settings.text(4) != "off", "synchronous_commit is off: a crash loses what was acknowledged")
        require(settings.text(5) == "off", "it is read-only")
        let needed = PostgreSQLChatStore.schemaVersion
        require(version ?? 0 >= needed, "its tables have version \(version ?? 0): run `engawa store migrate`")
        guard faults.isEmpty else { throw StoreError(description: faults.joined(separator: "; ")) }
        return ["PostgreSQL \(settings.text(1))", "tables of version \(version ?? 0)", "changes are synced"]
    }
}
