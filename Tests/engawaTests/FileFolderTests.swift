import Chat
import ChatRecords
import ChatStore
import Cryptography
import Eventually
import Files
import Foundation
import ObjectServer
import PostgreSQLServer
import S3
import Testing

@testable import engawa

/// The files of messages in the data folder, and what the operator's commands do with them.
struct FileFolderTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "file-folder-\(UUID())").path
    private var data: String { root + "/data" }
    private var out: String { root + "/backup" }

    private func withFolder(_ body: () async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        try FileManager.default.createDirectory(
            atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try await body()
    }

    private func settings(_ more: String...) throws -> Settings {
        try Settings(arguments: ["--data", data] + more, environment: [:])
    }

    /// A chat in the data folder, where a message has a file of each content.
    /// - Returns: the files as they are read.
    private func chat(with contents: [String]) async throws -> [SentFile] {
        let store = try ChatStore(
            .file(path: data + "/" + DataFile.chat), files: try DataFolder(data).files(limits: FileLimits()),
            clock: .system)
        let files = try #require(store.files)
        let (alias, person) = (try #require(Alias("alice")), try #require(DisplayName("Alice")))
        let alice = try await store.register(NewUser(alias: alias, name: person, avatarURL: nil))
        let name = try #require(DisplayName("縁側"))
        let new = try #require(NewConversation(.group(name: name), participants: [alice.id]))
        let group = try await store.create(new, as: alice.id)
        var sent: [SentFile] = []
        for content in contents {
            let path = "\(data)/\(DataFile.files)/incoming/\(UUID())"
            try Data(content.utf8).write(to: URL(filePath: path))
            let file = try await files.add(
                NewFile(
                    name: FileName(content), type: .unknown, path: path, bytes: Int64(content.utf8.count),
                    hash: SHA256.hash(Array(content.utf8))), of: alice.id)
            _ = try await store.send(
                NewMessage(conversation: group.id, sender: alice.id, text: .none, files: [file.id]))
            sent.append(try await files.file(file.id, as: alice.id))
        }
        return sent
    }

    private func path(of file: SentFile, in folder: String) -> String {
        folder + file.path.dropFirst(data.utf8.count)
    }

    private func number(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }

    @Test func `a backup has the files of messages as links, and is restored as copies`() async throws {
        try await withFolder {
            let files = try await chat(with: ["one", "two", "three"])
            let told = try Backup(try settings("--out", out)).run()
            #expect(told.contains("files: 3 of 3 contents are there\n"))
            for file in files { #expect(try number(path(of: file, in: out)) == number(file.path)) }
            #expect(!FileManager.default.fileExists(atPath: "\(out)/files/incoming"))
            let restored = root + "/restored"
            let answer = try Restore(["--from", out, "--data", restored], environment: [:]).run()
            #expect(answer.contains("files: 3 of 3 contents are there\n"))
            for file in files {
                let copy = path(of: file, in: restored)
                #expect(
                    try String(contentsOfFile: copy, encoding: .utf8) == file.attachment.name.description)
                #expect(try number(copy) != number(file.path))
                let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
                #expect(mode == 0o600)
            }
            #expect(
                try await Check(try Settings(arguments: ["--data", restored], environment: [:])).run().contains(
                    "files: 3 of 3"))
        }
    }

    @Test func `files that were there before are moved away with the chat they belong to`() async throws {
        try await withFolder {
            let files = try await chat(with: ["old"])
            try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
            _ = try ChatStore(.file(path: "\(out)/\(DataFile.chat)"), clock: .system)
            _ = try Restore(["--from", out, "--data", data, "--replace"], environment: [:]).run()
            #expect(!FileManager.default.fileExists(atPath: files[0].path))
            let replaced = try #require(
                try FileManager.default.contentsOfDirectory(atPath: data).first { $0.hasPrefix("replaced-") })
            #expect(FileManager.default.fileExists(atPath: path(of: files[0], in: "\(data)/\(replaced)")))
        }
    }

    @Test func `a lost content fails the check and no backup`() async throws {
        try await withFolder {
            let files = try await chat(with: ["one", "two"])
            #expect(try await Check(try settings()).run().contains("files: 2 of 2 contents are there\n"))
            try FileManager.default.removeItem(atPath: files[1].path)
            let error = await #expect(throws: BackupError.self) { try await Check(try settings()).run() }
            #expect(error?.description.contains(" (two) is missing\nfiles: 1 of 2 contents are there") == true)
            let told = try Backup(try settings("--out", out)).run()
            #expect(told.contains("files: 1 of 2 contents are there\n"))
            #expect(FileManager.default.fileExists(atPath: path(of: files[0], in: out)))
        }
    }

    @Test func `a check tells of contents that no message has, and does not fail`() async throws {
        try await withFolder {
            _ = try await chat(with: ["one"])
            let folder = try ContentFolder("\(data)/\(DataFile.files)")
            let left = folder.incoming + "/left"
            try Data("left".utf8).write(to: URL(filePath: left))
            let hash = try #require(ContentHash(SHA256.hash(Array("left".utf8))))
            try folder.place(left, as: hash)
            #expect(
                try await Check(try settings()).run().contains(
                    "files: 1 that no message has; the next start of the site deletes them\n"))
        }
    }

    @Test func `a check names a few of many that are lost`() {
        let check = FileCheck(contents: 15, damaged: (0..<12).map { "\($0) is missing" })
        #expect(check.lines.count == FileCheck.maximumNamed + 2)
        #expect(check.lines.suffix(2) == ["files: and 2 more", "files: 3 of 15 contents are there"])
    }

    @Test func `a chat without files says nothing of files`() async throws {
        try await withFolder {
            _ = try await chat(with: [])
            #expect(try await !Check(try settings()).run().contains("files"))
            _ = try Backup(try settings("--out", out)).run()
            #expect(!FileManager.default.fileExists(atPath: "\(out)/files"))
        }
    }

    @Test func `a chat with files is copied to PostgreSQL and back with their contents, and never without`()
        async throws
    {
        try await withFolder {
            let files = try await chat(with: ["one", "two"])
            let server = try await PostgreSQLServer(isDurable: true)
            let url = server.url(of: try await server.databaseName())
            let shared = root + "/shared"
            func store(_ arguments: String...) async throws -> (status: Int32, output: String, error: String) {
                try await RunningProgram.run(
                    ["store"] + arguments, environment: ["ENGAWA_VAULT_KEY": RunningProgram.siteKey])
            }
            let into = ["copy", "--from", "data", "--to", url, "--data", data]
            func copyInto(_ more: String...) async throws -> (status: Int32, output: String, error: String) {
                try await RunningProgram.run(
                    ["store"] + into + more, environment: ["ENGAWA_VAULT_KEY": RunningProgram.siteKey])
            }
            let without = try await copyInto()
            #expect(without.status == 1)
            #expect(without.error.contains("messages have 2 files: give the folder"), "\(without)")
            let nowhere = try await copyInto("--files", shared)
            #expect(nowhere.status == ExitStatus.usage && nowhere.error.contains("it is not there"), "\(nowhere)")
            try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
            let copied = try await copyInto("--files", shared)
            #expect(copied.status == 0, "\(copied)")
            for line in ["files: 2 rows, the same in both\n", "files: 2 of 2 contents are there\n"] {
                #expect(copied.output.contains(line), "\(copied)")
            }
            let check = try await store("check", "--store", url, "--files", shared)
            #expect(check.status == 0 && check.output.contains("files: 2 of 2 contents are there\n"), "\(check)")

            let back = root + "/back"
            let from = try await store("copy", "--from", url, "--to", "data", "--data", back)
            #expect(from.status == 1 && from.error.contains("messages have 2 files: give the folder"), "\(from)")
            let returned = try await store("copy", "--from", url, "--to", "data", "--data", back, "--files", shared)
            #expect(returned.status == 0, "\(returned)")
            #expect(returned.output.contains("files: 2 of 2 contents are there\n"), "\(returned)")
            for file in files {
                let copy = back + file.path.dropFirst(data.utf8.count)
                #expect(try String(contentsOfFile: copy, encoding: .utf8) == file.attachment.name.description)
            }
            let lost = shared + file(files[0], below: "files")
            try FileManager.default.removeItem(atPath: lost)
            let damaged = try await store("check", "--store", url, "--files", shared)
            #expect(damaged.status == 1 && damaged.error.contains("(one) is missing"), "\(damaged)")
        }
    }

    @Test func `a chat with files is copied to PostgreSQL and a bucket, and back`() async throws {
        try await withFolder {
            let files = try await chat(with: ["one", "two"])
            let (server, objects) = (try await PostgreSQLServer(isDurable: true), try await ObjectServer.shared())
            let url = server.url(of: try await server.databaseName())
            let bucket = [
                "--files", "\(try await objects.bucket(prefix: "p").location)", "--files-endpoint",
                "\(objects.endpoint)",
            ]
            func store(_ arguments: String...) async throws -> (status: Int32, output: String, error: String) {
                try await RunningProgram.run(
                    ["store"] + arguments + bucket,
                    environment: [
                        "ENGAWA_VAULT_KEY": RunningProgram.siteKey, "AWS_ACCESS_KEY_ID": ObjectServer.key.id,
                        "AWS_SECRET_ACCESS_KEY": ObjectServer.key.secret.revealed,
                    ])
            }
            let copied = try await store("copy", "--from", "data", "--to", url, "--data", data)
            #expect(copied.status == 0 && copied.output.contains("files: 2 of 2 contents are there\n"), "\(copied)")
            let check = try await store("check", "--store", url)
            #expect(check.status == 0 && check.output.contains("files: 2 of 2 contents are there\n"), "\(check)")
            let back = root + "/back"
            let returned = try await store("copy", "--from", url, "--to", "data", "--data", back)
            #expect(returned.status == 0, "\(returned)")
            #expect(returned.output.contains("files: 2 of 2 contents are there\n"), "\(returned)")
            for file in files {
                let copy = back + file.path.dropFirst(data.utf8.count)
                #expect(try String(contentsOfFile: copy, encoding: .utf8) == file.attachment.name.description)
            }
        }
    }

    /// The path of a content within the folder of contents.
    private func file(_ file: SentFile, below folder: String) -> String {
        String(file.path.dropFirst("\(data)/\(folder)".utf8.count))
    }

    @Test func `the start of a site deletes what a crash has left, and keeps what messages have`() async throws {
        try await withFolder {
            let files = try await chat(with: ["kept"])
            let folder = try ContentFolder("\(data)/\(DataFile.files)")
            let hash = try #require(ContentHash(SHA256.hash(Array("left".utf8))))
            let half = folder.incoming + "/half"
            try Data("left".utf8).write(to: URL(filePath: half))
            try folder.place(half, as: hash)
            let program = try RunningProgram([
                "serve", "--listen", "127.0.0.1:0", "--data", data, "--mode", "development", "--sample-world", "off",
            ])
            defer { program.kill() }
            _ = try await program.address(after: "Engawa is open:")
            #expect(!FileManager.default.fileExists(atPath: half))
            try await eventually { !folder.has(hash) }
            #expect(FileManager.default.fileExists(atPath: files[0].path))
        }
    }

    @Test func `the limits of files are settings, in mebibytes`() throws {
        func limits(_ arguments: String...) throws -> FileLimits {
            try Configuration(Settings(arguments: arguments, environment: [:]), defaultPort: 8080).files
        }
        #expect(try limits() == FileLimits())
        #expect(
            try limits("--file-limit", "1", "--files-per-person", "2", "--files-in-all", "3")
                == FileLimits(bytesOfFile: 1 << 20, bytesOfPerson: 2 << 20, bytesInAll: 3 << 20))
        #expect(try limits("--file-limit", "0").allowFiles == false)
        #expect(throws: ConfigurationError.self) { try limits("--file-limit", "10241") }
        #expect(throws: ConfigurationError.self) { try limits("--files-in-all", "0") }
    }
}
