import ChatRecords
import ChatStore
import Files
import FoundationEssentials
import Glibc
import SQLite

/// `engawa backup`: copies all databases and the key as they are at one moment, and the files of messages, while the site
/// runs or not.
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
        // First those that are there, then those that were sent until the databases were copied: none that the copy has
        // can have been deleted in between.
        let bucket = try data.bucket()
        if bucket == nil {
            try copyFiles(to: unfinished, (UInt8.min...UInt8.max).lazy.flatMap(data.files.contents(beginningWith:)))
        }
        try DatabaseCopies.make(names.map { (data.file($0), unfinished.file($0)) })
        if let key = FileManager.default.contents(atPath: data.file(DataFile.vaultKey)) {
            try DurableFile.write(Array(key), to: unfinished.file(DataFile.vaultKey))
        }
        var lines = try unfinished.check()
        if let bucket {
            lines.append("\(DataFile.files): in \(bucket.location), and not in the backup")
        } else if unfinished.has(DataFile.chat) {
            try copyFiles(to: unfinished, FileCheck.hashes(ofDatabase: unfinished.file(DataFile.chat)))
            if unfinished.files.isThere { try unfinished.files.sync() }
            // What the site has lost keeps nobody from saving the rest.
            lines += try unfinished.checkFiles()?.lines ?? []
        }
        for name in names { try DurableFile.sync(unfinished.file(name)) }
        try DurableFile.sync(unfinished.path)
        // Fails where the folder is there and not empty.
        try DurableFile.rename(unfinished.path, to: out)
        return lines.map { "\($0)\n" }.joined() + "the backup is in \(out)\n"
    }

    private func copyFiles(to folder: BackupFolder, _ hashes: some Sequence<ContentHash>) throws {
        for hash in hashes { try data.files.copy(hash, to: folder.files, links: true) }
    }
}
