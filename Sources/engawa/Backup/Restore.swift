import Chat
import ChatStore
import Files
import FoundationEssentials
import Glibc

/// `engawa restore`: puts a backup into the data folder, while nothing serves from it.
struct Restore {
    private static let from = "--from"
    private static let replace = "--replace"

    private let backup: BackupFolder
    private let configuration: Configuration
    private let replaces: Bool

    /// - Parameter arguments: those after the command.
    init(_ arguments: some Sequence<String>, environment: [String: String]) throws(ConfigurationError) {
        var (rest, from, replaces): ([String], String?, Bool) = ([], nil, false)
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case Self.replace: replaces = true
            case Self.from: from = arguments.next()
            case _ where argument.hasPrefix("\(Self.from)="): from = String(argument.dropFirst(Self.from.count + 1))
            default: rest.append(argument)
            }
        }
        guard let from, !from.isEmpty else { throw ConfigurationError("restore needs \(Self.from) FOLDER") }
        backup = BackupFolder(path: from)
        self.replaces = replaces
        configuration = try Configuration(Settings(arguments: rest, environment: environment), defaultPort: 8080)
    }

    /// - Returns: the output for the operator.
    func run() throws -> String {
        let folder = try DataFolder(configuration.data)
        for name in [DataFile.accounts, DataFile.chat] { try folder.lock(name) }
        guard !backup.databases.isEmpty else {
            throw ConfigurationError("\(Self.from): no database is in \(backup.path)")
        }
        var lines = try backup.check()
        lines += try backup.checkFiles()?.lines ?? []
        if let bucket = try backup.bucket() {
            lines.append("\(DataFile.files): in \(bucket.location), not in the backup")
        }
        let names = backup.databases.map(\.file) + [DataFile.vaultKey].filter { backup.has($0) }
        let old = oldFiles(in: BackupFolder(path: folder.path), replacedBy: names)
        guard old.isEmpty || replaces else {
            throw ConfigurationError(
                """
                \(Setting.data.flag): \(folder.path) holds \(old.joined(separator: ", ")). \(Self.replace) moves them to a \
                folder within it, and restores the backup
                """)
        }
        // Complete before the first old file is moved.
        let moment = Clock.system.now().iso8601
        let new = folder.path(of: "restoring-\(moment)")
        try DurableFile.makeFolder(new)
        for name in names { try copy(name, to: "\(new)/\(name)", folder) }
        let hasFiles = backup.files.isThere
        if hasFiles { try copyFiles(to: ContentFolder(existing: "\(new)/\(DataFile.files)"), folder) }
        if !old.isEmpty {
            let replaced = folder.path(of: "replaced-\(moment)")
            try DurableFile.makeFolder(replaced)
            for name in old { try DurableFile.rename(folder.path(of: name), to: "\(replaced)/\(name)") }
            lines.append("what was there is in \(replaced)")
        }
        for name in names + (hasFiles ? [DataFile.files] : []) {
            try DurableFile.rename("\(new)/\(name)", to: folder.path(of: name))
        }
        rmdir(new)
        try DurableFile.sync(folder.path)
        return lines.map { "\($0)\n" }.joined() + "the backup is restored to \(folder.path)\n"
    }

    /// All databases and files, also those that the backup lacks: they belong to the old ones. The key only if the backup
    /// has one.
    private func oldFiles(in data: BackupFolder, replacedBy names: [String]) -> [String] {
        let databases = DataDatabase.allCases.map(\.file) + [DataFile.signIn]
        return
            (databases.flatMap { [$0, "\($0)-wal", "\($0)-shm"] } + [DataFile.vaultKey].filter(names.contains)
            + [DataFile.files])
            .filter { data.has($0) }
    }

    private func copy(_ name: String, to path: String, _ folder: DataFolder) throws {
        try FileManager.default.copyItem(atPath: backup.file(name), toPath: path)
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw DurableFile.failure(path) }
        defer { close(file) }
        guard fchmod(file, 0o600) == 0, fsync(file) == 0 else { throw DurableFile.failure(path) }
        folder.giveToOwner(file)
    }

    /// Copies, and makes no links: what is restored has its own owner.
    private func copyFiles(to files: ContentFolder, _ folder: DataFolder) throws {
        for byte in UInt8.min...UInt8.max {
            let copies = try backup.files.contents(beginningWith: byte).compactMap {
                try backup.files.copy($0, to: files, links: false)
            }
            for path in copies { folder.giveToOwner(path) }
            if !copies.isEmpty { folder.giveToOwner(files.folder(beginningWith: byte)) }
        }
        // The backup may have the folder, and nothing in it.
        if !files.isThere { try DurableFile.makeFolder(files.path) }
        folder.giveToOwner(files.path)
        try files.sync()
    }
}
