import Accounts
import Chat
import ChatRecords
import ChatStore
import Cryptography
import Files
import FoundationEssentials
import Passwords
import PostgreSQL
import PostgreSQLChat
import Records
import SQLite

/// From where to where an installation is copied.
enum CopyDirection {
    case intoDatabase
    case intoFolder

    private static let folder = "data"

    /// Takes `--from data --to URL`, or the other way round, and leaves the URL as a setting.
    init(taking arguments: inout ArraySlice<String>) throws(ConfigurationError) {
        func value(_ flag: String) -> String? {
            arguments.firstIndex(of: flag).flatMap { $0 + 1 < arguments.endIndex ? arguments[$0 + 1] : nil }
        }
        switch (value("--from"), value("--to")) {
        case (Self.folder, let to?) where to != Self.folder: self = .intoDatabase
        case (let from?, Self.folder) where from != Self.folder: self = .intoFolder
        default:
            throw ConfigurationError(
                """
                copy needs `--from data --to URL` or `--from URL --to data`: `data` is the data folder \
                (\(Setting.data.flag))
                """)
        }
        let (fixed, given) = self == .intoDatabase ? ("--from", "--to") : ("--to", "--from")
        if let place = arguments.firstIndex(of: fixed) { arguments.removeSubrange(place...(place + 1)) }
        arguments = arguments.map { $0 == given ? Setting.store.flag : $0 }[...]
    }
}

/// Copies everything that lasts between the data folder and a PostgreSQL database, while nobody serves from either, and
/// compares what has come: the number of rows and a checksum of all values of each table.
///
/// Sign-ins under way are not copied: they last for minutes.
struct StoreCopy {
    private let configuration: Configuration
    private let database: PostgreSQL.Database

    init(_ configuration: Configuration, _ database: PostgreSQL.Database) {
        self.configuration = configuration
        self.database = database
    }

    /// - Returns: the output for the operator.
    func run(_ direction: CopyDirection) async throws -> String {
        switch direction {
        case .intoDatabase: try await copyIntoDatabase()
        case .intoFolder: try await copyIntoFolder()
        }
    }

    private func has(_ file: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(configuration.data)/\(file)")
    }

    private func copyIntoDatabase() async throws -> String {
        // Looked for first, because `DataFolder` makes a folder that is missing.
        guard has(DataFile.chat) else {
            throw ConfigurationError("\(Setting.data.flag): no chat is in \(configuration.data)")
        }
        let folder = try DataFolder(configuration.data)
        try folder.lock(DataFile.chat)
        try folder.refuseMissingFiles(hasKey: configuration.vault != nil, servesChat: true)
        let source = try ChatStore(.file(path: folder.path(of: DataFile.chat)), clock: .system)
        let contents = try FileCheck.hashes(ofDatabase: folder.path(of: DataFile.chat))
        if !contents.isEmpty { try refuseBucket(of: folder) }
        let place = try place(of: contents.count)
        try await Installation.Shared.migrate(database)
        let target = PostgreSQLChatStore(
            database,
            files: try place?.keeping(limits: configuration.files, cache: folder.path(of: DataFile.fetchedFiles)))
        let (accounts, audit) = (AccountsDatabase(database), AuditLog(database))
        let passwords = PasswordStore(database, users: target)
        try await requireEmpty(
            "\(database.address)", try await target.isEmpty(), [accounts, audit, passwords])
        if let place {
            try await target.files?.claim(for: configuration)
            try await place.take(contents, from: ContentFolder(existing: folder.path(of: DataFile.files)))
        }
        try await target.fill(from: source)
        var report = try await compare(source, target)
        if let place { report += try await place.check(target).report }
        if has(DataFile.passwords) {
            let theirs = try PasswordStore(.file(folder.path(of: DataFile.passwords)), users: source)
            report += try await copy(theirs, into: passwords)
        }
        if has(DataFile.audit) {
            report += try await copy(try AuditLog(.file(folder.path(of: DataFile.audit))), into: audit)
        }
        if has(DataFile.accounts) {
            try folder.lock(DataFile.accounts)
            let theirs = try AccountsDatabase(.file(folder.path(of: DataFile.accounts)))
            report += try await copy(theirs, into: accounts)
            try await accounts.claim(
                try configuration.vault ?? Vault(keyFile: folder.path(of: DataFile.vaultKey)))
            if configuration.vault == nil {
                report += """
                    the key is that of \(folder.path(of: DataFile.vaultKey)): give it to all sites as \
                    \(Setting.vaultKey.variable)

                    """
            }
        }
        return report
    }

    private func copyIntoFolder() async throws -> String {
        let version = try await PostgreSQLChatStore.schemaVersion(in: database) ?? 0
        guard version > 0 else { throw StoreError(description: "\(database.address) has no chat") }
        try await Installation.Shared.migrate(database)
        let source = PostgreSQLChatStore(database)
        let place = try place(of: try await source.countOfContents())
        let files = [DataFile.chat, DataFile.passwords, DataFile.accounts, DataFile.audit]
        guard !files.contains(where: has) else {
            throw StoreError(description: "\(configuration.data) is not empty")
        }
        let folder = try DataFolder(configuration.data)
        try folder.lock(DataFile.chat)
        let target = try ChatStore(.file(path: folder.path(of: DataFile.chat)), clock: .system)
        let contents = try ContentFolder(folder.path(of: DataFile.files))
        if let place {
            var hashes: [ContentHash] = []
            try await source.forEachContent { hash, _, _ in hashes.append(hash) }
            try await place.give(hashes, to: contents)
        }
        try await target.fill(from: source)
        var report = try await compare(source, target)
        if place != nil {
            report += try FileCheck(ofDatabase: folder.path(of: DataFile.chat), in: contents).report
        }
        report += try await copy(
            PasswordStore(database, users: source),
            into: try PasswordStore(.file(folder.path(of: DataFile.passwords)), users: target))
        report += try await copy(
            AccountsDatabase(database), into: try AccountsDatabase(.file(folder.path(of: DataFile.accounts))))
        report += try await copy(AuditLog(database), into: try AuditLog(.file(folder.path(of: DataFile.audit))))
        return report + "the key stays that of \(Setting.vaultKey.variable): the site needs it as before\n"
    }

    /// Contents are copied from the data folder only.
    private func refuseBucket(of folder: DataFolder) throws {
        guard let place = try KnownFilePlace(ofDatabase: folder.path(of: DataFile.chat)) else { return }
        let files = folder.path(of: DataFile.files)
        throw StoreError(
            description: """
                the files of messages are in \(place.location), and are copied from the data folder only: copy the \
                objects to \(files), start and stop the site without \(Setting.files.flag), and copy then
                """)
    }

    /// Where the files of messages in PostgreSQL are; `nil` where none is given.
    /// - Throws: where messages have files, and none is given.
    private func place(of contents: Int) throws -> OpenFilePlace? {
        guard let place = try configuration.filePlace?.open() else {
            guard contents == 0 else {
                throw StoreError(
                    description: """
                        messages have \(contents) files: give the folder that all sites on the database share for them, or \
                        their bucket, with \(Setting.files.flag)
                        """)
            }
            return nil
        }
        return place
    }

    private func requireEmpty(
        _ place: String, _ isChatEmpty: Bool, _ parts: [any ArchivedRecords]
    ) async throws {
        var isEmpty = isChatEmpty
        for part in parts where isEmpty { isEmpty = try await part.records.areEmpty(type(of: part).archivedTables) }
        guard isEmpty else { throw StoreError(description: "\(place) is not empty") }
    }

    private func compare(_ source: some ChatArchive, _ target: some ChatArchive) async throws -> String {
        var report = ""
        for table in ArchiveTable.allCases {
            let (copied, copy) = (try await source.digest(of: table), try await target.digest(of: table))
            report += try line(table.rawValue, copied.rows, copy.rows, areSame: copied == copy)
        }
        return report
    }

    private func copy<Part: ArchivedRecords>(_ source: Part, into target: Part) async throws -> String {
        var report = ""
        for table in Part.archivedTables {
            try await target.records.fill(table, from: source.records)
            let (copied, copy) = (
                try await source.records.digest(of: table), try await target.records.digest(of: table)
            )
            report += try line(table, copied.rows, copy.rows, areSame: copied == copy)
        }
        return report
    }

    private func line(_ table: String, _ rows: Int, _ copies: Int, areSame: Bool) throws(StoreError) -> String {
        guard areSame else {
            throw StoreError(description: "\(table): \(rows) rows became \(copies), or are not the same")
        }
        return "\(table): \(rows) rows, the same in both\n"
    }
}
