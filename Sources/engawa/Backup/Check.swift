import ChatRecords
import ChatStore
import Files
import S3
import SQLite

/// `engawa check`: checks all databases of the data folder, and whether the files of messages are there or in their bucket,
/// while the site runs or not.
struct Check {
    private let data: BackupFolder
    /// The bucket that was given; `nil` where files are looked for in the folder.
    private let bucket: FilePlace?

    init(_ settings: Settings) throws(ConfigurationError) {
        let configuration = try Configuration(settings, defaultPort: 8080)
        data = BackupFolder(path: configuration.data)
        bucket = configuration.store == .folder ? configuration.filePlace : nil
    }

    /// - Returns: the output for the operator.
    /// - Throws: `BackupError` where a database is damaged or from a newer program, or a file is missing; where the bucket
    ///   can't be read, its error.
    func run() async throws -> String {
        guard !data.databases.isEmpty else {
            throw ConfigurationError("\(Setting.data.flag): no database is in \(data.path)")
        }
        var lines = try data.check()
        if let place = try data.bucket(), bucket == nil {
            lines.append("\(DataFile.files): in \(place.location), where \(Setting.files.flag) looks for them")
        }
        let files = try await checkFiles()
        guard files?.damaged.isEmpty ?? true else {
            let place = bucket?.description ?? data.path
            throw BackupError("in \(place):\n" + (files?.lines ?? []).joined(separator: "\n"))
        }
        return (lines + (files?.lines ?? [])).map { "\($0)\n" }.joined()
    }

    private func checkFiles() async throws -> FileCheck? {
        guard let bucket, data.has(DataFile.chat), case .store(let contents) = try bucket.open() else {
            return try data.checkFiles()
        }
        if let known = try data.bucket(), try await contents.identity() != known.identity {
            throw Setting.files.refusal(
                of: bucket.description, because: "\(ForeignFiles(.store, .other(than: known.identity)))")
        }
        return try await FileCheck(ofDatabase: data.file(DataFile.chat), in: contents)
    }
}
