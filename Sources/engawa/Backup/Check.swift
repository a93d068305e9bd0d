import SQLite

/// `engawa check`: checks all databases of the data folder, while the site runs or not.
struct Check {
    private let data: BackupFolder

    init(_ settings: Settings) throws(ConfigurationError) {
        data = BackupFolder(path: try Configuration(settings, defaultPort: 8080).data)
    }

    /// - Returns: the output for the operator.
    /// - Throws: `BackupError` where a database is damaged or from a newer program.
    func run() throws -> String {
        guard !data.databases.isEmpty else {
            throw ConfigurationError("\(Setting.data.flag): no database is in \(data.path)")
        }
        return try data.check().map { "\($0)\n" }.joined()
    }
}
