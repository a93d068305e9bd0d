import ChatRecords
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
            let before = try await Installation.Shared.migrate(database)
            let changed = Installation.Shared.tables.filter { before[$0.part] ?? 0 < $0.version }
            guard !changed.isEmpty else { return "\(address): up to date\n" }
            return changed.map {
                "\(address): tables for \($0.part): from version \(before[$0.part] ?? 0) to \($0.version)\n"
            }.joined()
        case .check:
            let report = try await StoreCheck(database, configuration.vault).run()
            return report.map { "\(address): \($0)\n" }.joined() + (try await checkFiles(in: database))
        case .copy:
            return try await StoreCopy(configuration, database).run(direction ?? .intoDatabase)
        }
    }

    /// What the check of the contents of files says; nothing where it is not given where they are.
    /// - Throws: `StoreError` where some are missing.
    private func checkFiles(in database: Database) async throws -> String {
        guard let place = configuration.filePlace else { return "" }
        let check = try await place.open().check(PostgreSQLChatStore(database))
        guard check.damaged.isEmpty else { throw StoreError(description: "in \(place):\n\(check.report)") }
        return check.report
    }
}

/// Why a database can't be used.
struct StoreError: Error, CustomStringConvertible {
    let description: String
}
