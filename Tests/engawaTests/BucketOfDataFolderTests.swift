import Cryptography
import Eventually
import Files
import Foundation
import HTTP
import ObjectServer
import PostgreSQLServer
import Testing

@testable import S3
@testable import engawa

/// A data folder whose files of messages are in a bucket of a real store.
struct BucketOfDataFolderTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "bucket-folder-\(UUID())").path
    private var data: String { root + "/data" }

    /// A message with a file.
    private struct Sent {
        let page: String
        let file: String
        let person: String
    }

    /// - Parameter body: gets the settings for a new bucket.
    private func withBucket(_ body: (_ bucket: [String]) async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        let server = try await ObjectServer.shared()
        let location = try await server.bucket(prefix: "files").location
        try "\(ObjectServer.key.id)\n\(ObjectServer.key.secret.revealed)\n".write(
            toFile: root + "/key", atomically: true, encoding: .utf8)
        try await body(
            ["--files", "\(location)", "--files-endpoint", "\(server.endpoint)", "--files-key", root + "/key"])
    }

    /// The bucket that the settings name.
    private func bucket(_ settings: [String]) async throws -> S3Bucket {
        let location = try #require(S3Location(settings[1]))
        return S3Bucket(location, at: try await ObjectServer.shared().endpoint, .standard, ObjectServer.key)
    }

    private func start(_ arguments: [String], command: String = "serve") throws -> RunningProgram {
        try RunningProgram(
            [command, "--mode", "development", "--listen", "127.0.0.1:0", "--data", data, "--sample-world", "off"]
                + arguments)
    }

    private func run(
        _ arguments: String..., more: [String] = []
    ) async throws -> (status: Int32, output: String, error: String) {
        try await RunningProgram.run(arguments + ["--data", data] + more)
    }

    private func createPerson(_ alias: String) async throws -> String {
        let created = try await run("accounts", "create", "--alias", alias, "--name", alias)
        try #require(created.status == 0, "\(created)")
        return String(created.output.prefix { $0 != " " })
    }

    private func signIn(_ person: String, at origin: String) async throws -> CookieBrowser {
        var browser = CookieBrowser()
        #expect(try await browser.send("user=\(person)", to: "\(origin)/sign-in").status == .seeOther)
        return browser
    }

    /// Sends a message with a file in a new conversation.
    private func sendFile(to origin: String) async throws -> Sent {
        let (mia, kai) = (try await createPerson("mia"), try await createPerson("kai"))
        var browser = try await signIn(mia, at: origin)
        let made = try await browser.send("people=\(kai)", to: "\(origin)/conversations")
        let page = try #require(made.headers[.location]).prefix { $0 != "?" && $0 != "#" }
        let kept = try await browser.upload("konnichiwa", named: "greeting.txt", to: "\(origin)/files")
        #expect(kept.status == .created, "\(kept)")
        let answer = String(decoding: kept.body, as: UTF8.self)
        let file = try #require(answer.firstMatch(of: /"file":"([0-9a-f-]+)"/)?.output.1)
        let sent = try await browser.send("text=&file=\(file)", to: "\(origin)\(page)/messages")
        #expect(sent.status == .seeOther)
        return Sent(page: String(page), file: String(file), person: mia)
    }

    private func read(_ sent: Sent, from origin: String) async throws -> String {
        let browser = try await signIn(sent.person, at: origin)
        return try await browser.load("\(origin)/files/\(sent.file)/greeting.txt").text
    }

    @Test func `a file is there after a crash of the site, and after all of its copies are lost`() async throws {
        try await withBucket { bucket in
            let site = try start(bucket)
            let sent = try await sendFile(to: try await site.listenOrigin())
            #expect(!site.log.contains(" error "), "\(site.log)")
            site.kill()
            let contents = (UInt8.min...UInt8.max).map { "\(data)/files/" + String(format: "%02x", $0) }
            #expect(!contents.contains { FileManager.default.fileExists(atPath: $0) })
            try FileManager.default.removeItem(atPath: "\(data)/files")
            let next = try start(bucket)
            defer { next.kill() }
            #expect(try await read(sent, from: try await next.listenOrigin()) == "konnichiwa")
            #expect(!next.log.contains(" error "), "\(next.log)")
        }
    }

    @Test("a site that is killed while it sends a file to the bucket leaves nothing half", arguments: [true, false])
    func kill(betweenParts: Bool) async throws {
        try await withBucket { arguments in
            let bucket = try await bucket(arguments)
            let site = try start(arguments)
            let origin = try await site.listenOrigin()
            let mia = try await createPerson("mia")
            let first = try await signIn(mia, at: origin)
            // Three parts.
            let content = String(repeating: "a", count: 40 << 20)
            let upload = Task {
                var browser = first
                _ = try? await browser.upload(content, named: "big.txt", to: "\(origin)/files")
            }
            try await eventually {
                betweenParts
                    ? try await !bucket.unfinishedUploads().isEmpty
                    : try await !S3Contents(bucket).contents(after: nil).isEmpty
            }
            site.kill()
            await upload.value

            let next = try start(arguments)
            defer { next.kill() }
            let address = try await next.listenOrigin()
            try await eventually {
                let check = try await run("check", more: arguments)
                #expect(check.status == 0, "\(check)")
                return !check.output.contains("no message has")
            }
            var browser = try await signIn(mia, at: address)
            #expect(try await browser.upload(content, named: "big.txt", to: "\(address)/files").status == .created)
            let check = try await run("check", more: arguments)
            #expect(check.output.contains("files: 1 of 1 contents are there\n"), "\(check)")
        }
    }

    @Test func `the backend alone serves from the bucket, and neither starts without it`() async throws {
        try await withBucket { bucket in
            let site = try start(bucket)
            defer { site.kill() }
            _ = try await sendFile(to: try await site.listenOrigin())
            site.kill()
            for command in ["serve", "backend"] {
                let lost = try start([], command: command)
                defer { lost.kill() }
                _ = try await lost.logLine(
                    with:
                        "1 of 1 contents of messages are not there: they are in \(bucket[1]). Copy them first, or give "
                        + "--files \(bucket[1])")
            }
            let backend = try start(bucket, command: "backend")
            defer { backend.kill() }
            _ = try await backend.listenOrigin()
        }
    }

    @Test func `the operator's commands know that the files are in a bucket`() async throws {
        try await withBucket { bucket in
            let site = try start(bucket)
            defer { site.kill() }
            _ = try await sendFile(to: try await site.listenOrigin())
            let plain = try await run("check")
            #expect(plain.status == 0, "\(plain)")
            #expect(plain.output.contains("files: in \(bucket[1]), where --files looks for them\n"), "\(plain)")
            let whole = try await run("check", more: bucket)
            #expect(whole.status == 0 && whole.output.contains("files: 1 of 1 contents are there\n"), "\(whole)")

            let backup = root + "/backup"
            let made = try await run("backup", "--out", backup)
            #expect(made.status == 0, "\(made)")
            #expect(made.output.contains("files: in \(bucket[1]), and not in the backup\n"), "\(made)")
            #expect(!FileManager.default.fileExists(atPath: backup + "/files"))
            let restored = try await RunningProgram.run(
                ["restore", "--from", backup, "--data", root + "/restored"])
            #expect(restored.status == 0, "\(restored)")
            #expect(restored.output.contains("files: in \(bucket[1]), not in the backup\n"), "\(restored)")

            let other = try await ObjectServer.shared().bucket().location
            let wrong = try await run("check", more: bucket + ["--files", "\(other)"])
            #expect(wrong.status == ExitStatus.usage, "\(wrong)")
            #expect(wrong.error.contains("it is not the bucket and prefix that this database knows"), "\(wrong)")

            site.kill()
            let server = try await PostgreSQLServer.shared()
            let url = server.url(of: try await server.databaseName())
            let copied = try await run("store", "copy", "--from", "data", "--to", url, more: bucket)
            #expect(copied.status == 1, "\(copied)")
            let sentence = "the files of messages are in \(bucket[1]), and are copied from the data folder only"
            #expect(copied.error.contains(sentence), "\(copied)")
        }
    }

    @Test func `a check of a bucket names what is lost, and counts what no message has`() async throws {
        try await withBucket { arguments in
            let site = try start(arguments)
            defer { site.kill() }
            _ = try await sendFile(to: try await site.listenOrigin())
            let contents = S3Contents(try await bucket(arguments))
            let hash = try #require(try await contents.contents(after: nil).first?.hash)
            let left = root + "/left"
            try Data("left".utf8).write(to: URL(filePath: left))
            try await contents.put(left, as: try #require(ContentHash(SHA256.hash(Array("left".utf8)))), bytes: 4)
            let more = try await run("check", more: arguments)
            #expect(more.status == 0 && more.output.contains("files: 1 that no message has"), "\(more)")
            try await contents.delete(hash)
            let lost = try await run("check", more: arguments)
            #expect(lost.status == 1, "\(lost)")
            #expect(lost.error.contains("\(hash) (greeting.txt) is missing\nfiles: 0 of 1 contents are there"))
        }
    }
}
