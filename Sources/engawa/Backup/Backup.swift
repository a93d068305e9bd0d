import FoundationEssentials
import Glibc
import SQLite

/// `engawa backup`: copies all databases and the key as they are at one moment, while the site runs or not.
struct Backup {
    private let data: BackupFolder
    private let out: String

    init(_ settings: Settings) throws(ConfigurationError) {
        guard let out = settings.text(.out) else {
            throw Setting.out.missing(for: .backup)
        }
        self.out = out
        data = BackupFolder(path: try Configuration(settings, defaultPort: 8080).data)
    }

    /// Makes the folder, complete and checked, or leaves none.
    /// - Returns: the output for the operator.
    func run() throws -> String {
        let names = data.databases.map(\.file)
        guard !names.isEmpty else { throw ConfigurationError("\(Setting.data.flag): no database is in \(data.path)") }
        let unfinished = BackupFolder(path: "\(out).unfinished-\(getpid())")
        try DurableFile.makeFolder(unfinished.path)
        // Only there where something has failed.
        defer { try? FileManager.default.removeItem(atPath: unfinished.path) }
        try DatabaseCopies.make(names.map { (data.file($0), unfinished.file($0)) })
        if let key = FileManager.default.contents(atPath: data.file(DataFile.vaultKey)) {
            try DurableFile.write(Array(key), to: unfinished.file(DataFile.vaultKey))
        }
        let lines = try unfinished.check()
        for name in names { try DurableFile.sync(unfinished.file(name)) }
        try DurableFile.sync(unfinished.path)
        // Fails where the folder is there and not empty.
        try DurableFile.rename(unfinished.path, to: out)
        return lines.map { "\($0)\n" }.joined() + "the backup is in \(out)\n"
    }
}
