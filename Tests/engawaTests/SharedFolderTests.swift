import Cryptography
import Eventually
import Foundation
import HTTP
import ObjectServer
import PostgreSQLServer
import S3
import Testing

@testable import engawa

@Suite("Several sites on one database, with one folder or bucket of files")
struct SharedFolderTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "shared-files-\(UUID())").path

    private func withFolder(_ body: () async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await body()
    }

    private func newURL() async throws -> String {
        let server = try await PostgreSQLServer.shared()
        return server.url(of: try await server.databaseName())
    }

    /// The settings for a bucket of a real store.
    private func bucket() async throws -> [String] {
        let server = try await ObjectServer.shared()
        let (key, location) = (folder + "/key", try await server.bucket(prefix: "files").location)
        try "\(ObjectServer.key.id)\n\(ObjectServer.key.secret.revealed)\n".write(
            toFile: key, atomically: true, encoding: .utf8)
        return ["--files", "\(location)", "--files-endpoint", "\(server.endpoint)", "--files-key", key]
    }

    @Test("a file is uploaded at one site, sent at another, and read at both", arguments: [false, true])
    func share(inBucket: Bool) async throws {
        try await withFolder {
            let url = try await newURL()
            let place = inBucket ? try await bucket() : ["--files", folder]
            let sites = try (0..<2).map { _ in try RunningProgram.site(on: url, place) }
            defer { for site in sites { site.kill() } }
            let (first, second) = (try await sites[0].listenOrigin(), try await sites[1].listenOrigin())
            let mia = try await RunningProgram.createPerson("mia", on: url)
            let kai = try await RunningProgram.createPerson("kai", on: url)
            var browser = CookieBrowser()
            #expect(try await browser.send("user=\(mia)", to: "\(first)/sign-in").status == .seeOther)
            let made = try await browser.send("people=\(kai)", to: "\(first)/conversations")
            let page = try #require(made.headers[.location]).prefix { $0 != "?" && $0 != "#" }

            let kept = try await browser.upload("konnichiwa", named: "greeting.txt", to: "\(first)/files")
            #expect(kept.status == .created, "\(sites[0].log)")
            let answer = String(decoding: kept.body, as: UTF8.self)
            let file = try #require(answer.firstMatch(of: /"file":"([0-9a-f-]+)"/)?.output.1)
            let sent = try await browser.send("text=&file=\(file)", to: "\(second)\(page)/messages")
            #expect(sent.status == .seeOther, "\(sites[1].log)")
            for site in [first, second] {
                try await eventually { try await browser.load("\(site)\(page)").text.contains("greeting.txt") }
                let read = try await browser.load("\(site)/files/\(file)/greeting.txt")
                #expect(read.status == 200 && read.text == "konnichiwa")
            }
            for site in sites { #expect(!site.log.contains(" error "), "\(site.log)") }
        }
    }

    @Test func `without a folder no file can be sent`() async throws {
        let url = try await newURL()
        let site = try RunningProgram.site(on: url)
        defer { site.kill() }
        let address = try await site.listenOrigin()
        let mia = try await RunningProgram.createPerson("mia", on: url)
        var browser = CookieBrowser()
        #expect(try await browser.send("user=\(mia)", to: "\(address)/sign-in").status == .seeOther)
        #expect(try await browser.upload("a", named: "a", to: "\(address)/files").status == .notFound)
    }

    @Test func `a site whose folder is missing, or not that of the others, does not start`() async throws {
        try await withFolder {
            let url = try await newURL()
            let first = try RunningProgram.site(on: url, ["--files", folder])
            defer { first.kill() }
            _ = try await first.listenOrigin()
            let other = folder + "/other"
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
            for (path, reason) in [
                (folder + "/missing", "it is not there, or not mounted"),
                (other, "it is not the folder of the other sites on this database"),
            ] {
                let site = try RunningProgram.site(on: url, ["--files", path])
                defer { site.kill() }
                _ = try await site.logLine(with: reason)
            }
        }
    }

    @Test func `a folder of files is for a chat in PostgreSQL`() throws {
        func configuration(_ arguments: String...) throws -> Configuration {
            try Configuration(Settings(arguments: arguments, environment: [:]), defaultPort: 8080)
        }
        let store = "postgresql://engawa@db.example.org/engawa"
        #expect(try configuration("--store", store, "--files", "/srv/files").filePlace?.description == "/srv/files")
        #expect(throws: ConfigurationError.self) { try configuration("--files", "/srv/files") }
        #expect(throws: ConfigurationError.self) {
            try configuration("--store", store, "--files", "/srv/files", "--backend", "http://127.0.0.1:3000")
        }
    }
}
