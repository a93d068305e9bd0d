import ChatRecords
import ChatStore
import Files
import FoundationEssentials
import Glibc
import SQLite

/// A folder with databases and the vault's key: the data folder, or a backup of it.
struct BackupFolder {
    let path: String

    /// The databases that are there.
    var databases: [DataDatabase] { DataDatabase.allCases.filter { has($0.file) } }

    /// The contents of files of messages; the folder may be missing.
    var files: ContentFolder { ContentFolder(existing: file(DataFile.files)) }

    /// The bucket in which the files of messages are; `nil` where they are in the folder.
    func bucket() throws -> KnownFilePlace? {
        has(DataFile.chat) ? try KnownFilePlace(ofDatabase: file(DataFile.chat)) : nil
    }

    /// Whether the files of messages are all there; `nil` where there are neither messages with files nor contents, and
    /// where they are in a bucket.
    func checkFiles() throws -> FileCheck? {
        guard has(DataFile.chat), try bucket() == nil else { return nil }
        let check = try FileCheck(ofDatabase: file(DataFile.chat), in: files)
        return check == FileCheck() ? nil : check
    }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Checks each database, and returns a line about each.
    /// - Throws: `BackupError` where one is damaged or from a newer program.
    func check() throws -> [String] {
        var lines: [String] = []
        var problems: [String] = []
        for database in databases {
            let (result, version) = try DatabaseCheck.ofFile(file(database.file))
            switch result {
            case .damaged(let found): problems.append("\(database.file): \(found.joined(separator: "; "))")
            case .sound, .unfinished:
                if version > database.version {
                    problems.append(
                        "\(NewerDatabase(path: database.file, found: version, known: database.version))")
                }
                lines.append("\(database.file): sound, version \(version)")
            }
        }
        guard problems.isEmpty else { throw BackupError("in \(path):\n" + problems.joined(separator: "\n")) }
        return lines
    }
}

extension FileCheck {
    /// How many damaged contents are named.
    static let maximumNamed = 10

    /// What an operator is told: what is damaged, at most `maximumNamed`, and how many there are.
    var lines: [String] {
        var lines = damaged.prefix(Self.maximumNamed).map { "\(DataFile.files): \($0)" }
        if damaged.count > lines.count { lines.append("\(DataFile.files): and \(damaged.count - lines.count) more") }
        lines.append("\(DataFile.files): \(contents - damaged.count) of \(contents) contents are there")
        if !unreferenced.isEmpty {
            lines.append(
                "\(DataFile.files): \(unreferenced.count) that no message has; the next start of the site deletes them")
        }
        return lines
    }

    /// The same as a text.
    var report: String { lines.map { "\($0)\n" }.joined() }
}

/// Why there is no backup, or why it was not restored.
struct BackupError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// System calls on files that have to be on the disk.
enum DurableFile {
    /// Writes a new file, readable by its owner only.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw failure(path) }
        try sync(path)
    }

    /// Waits until a file, or the entries of a folder, are on the disk.
    static func sync(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw failure(path) }
    }

    static func rename(_ path: String, to new: String) throws {
        guard Glibc.rename(path, new) == 0 else { throw failure(new) }
    }

    static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 else { throw failure(path) }
    }

    static func failure(_ path: String) -> BackupError { BackupError("\(path): \(String(cString: strerror(errno)))") }
}
