import Accounts
import PostgreSQL

/// Whether a PostgreSQL database can be used, and keeps what it has acknowledged.
struct StoreCheck {
    /// The oldest server with pipelines that abort as a whole and trusted extensions.
    static let oldestServer = 14

    private let database: Database
    /// `nil` where no key is given.
    private let vault: Vault?

    init(_ database: Database, _ vault: Vault?) {
        self.database = database
        self.vault = vault
    }

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
        let versions = try await Migrations.found(in: database)
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
        func version(_ tables: Migrations) -> Int { versions[tables.part]?.version ?? 0 }
        let older = Installation.Shared.tables.filter { version($0) < $0.version }.map {
            "those for \($0.part) have version \(version($0)) instead of \($0.version)"
        }
        require(older.isEmpty, "its tables are missing or old: run `engawa store migrate` (\(older.listed))")
        for tables in Installation.Shared.tables where versions[tables.part]?.oldest ?? 0 > tables.version {
            faults.append("\(NewerTables(part: tables.part, found: version(tables), known: tables.version))")
        }
        let key = try await key(isThere: versions[AccountsDatabase.tables.part] != nil)
        require(key != .foreign, "\(ForeignVaultKey())")
        guard faults.isEmpty else { throw StoreError(description: faults.joined(separator: "; ")) }
        var report = ["PostgreSQL \(settings.text(1))"]
        report.append(
            "tables: \(Installation.Shared.tables.map { "\($0.part) \(version($0))" }.listed)")
        let newer = Installation.Shared.tables.filter { version($0) > $0.version }.map(\.part)
        if !newer.isEmpty {
            report.append("tables of a later version of the program, which leaves what this one needs: \(newer.listed)")
        }
        return report + ["changes are synced", key.rawValue]
    }

    private enum Key: String {
        case own = "the key is that of the sites"
        case foreign
        case unsettled = "no site has run yet, so any key will do"
        case unknown = "the key is not checked: none is given"
    }

    private func key(isThere: Bool) async throws -> Key {
        guard let vault else { return .unknown }
        guard isThere, let fits = try await AccountsDatabase(database).isOpened(by: vault) else { return .unsettled }
        return fits ? .own : .foreign
    }
}

extension [String] {
    fileprivate var listed: String { joined(separator: ", ") }
}
