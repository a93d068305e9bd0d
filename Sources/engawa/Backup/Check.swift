import ChatRecords
import ChatStore
import SQLite

/// `engawa check`: checks all databases of the data folder, and whether the files of messages are there, while the site
/// runs or not.
struct Check {
    private let data: BackupFolder

    init(_ settings: Settings) throws(ConfigurationError) {
        data = BackupFolder(path: try Configuration(settings, defaultPort: 8080).data)
    }

    /// - Returns: the output for the operator.
    /// - Throws: `BackupError` where a database is damaged or from a newer program, or a file is missing.
    func run() throws -> String {
        guard !data.databases.isEmpty else {
            throw ConfigurationError("\(Setting.data.flag): no database is in \(data.path)")
        }
        let lines = try data.check()
        let files = try data.checkFiles()
        guard files?.damaged.isEmpty ?? true else {
            throw BackupError("in \(data.path):\n" + (files?.lines ?? []).joined(separator: "\n"))
        }
        return (lines + (files?.lines ?? [])).map { "\($0)\n" }.joined()
    }
}
