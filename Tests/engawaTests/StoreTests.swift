import Foundation
import HTTP
import HTTPClient
import PostgreSQL
import PostgreSQLServer
import Testing

@testable import engawa

@Suite("The store in PostgreSQL")
struct StoreTests {
    @Test("an operator makes the tables, and sees whether the database is fit")
    func commands() async throws {
        let server = try await PostgreSQLServer(isDurable: true)
        let name = try await server.databaseName()
        let url = server.url(of: name)
        func run(_ operation: String) async throws -> (status: Int32, output: String, error: String) {
            try await RunningProgram.run(["store", operation, "--store", url])
        }
        let early = try await run("check")
        #expect(early.status == 1 && early.error.contains("run `engawa store migrate`"))
        #expect(early.error.contains("those for accounts have version 0 instead of"), "\(early)")
        let made = try await run("migrate").output
        for tables in Installation.Shared.tables {
            #expect(made.contains("tables for \(tables.part): from version 0 to \(tables.version)"), "\(made)")
        }
        #expect(try await run("migrate").output.contains("up to date"))
        let fit = try await run("check")
        #expect(fit.status == 0 && fit.output.contains("changes are synced"), "\(fit)")
        #expect(fit.output.contains("the key is not checked"), "\(fit)")

        // Tables of one part alone are of an earlier version, or of a later one.
        func set(_ part: String, _ version: Int) async throws {
            try await server.run("UPDATE schema_versions SET version = \(version) WHERE part = '\(part)'", in: name)
        }
        try await set("audit", 0)
        let old = try await run("check")
        #expect(old.status == 1 && old.error.contains("(those for audit have version 0 instead of 1)"), "\(old)")
        try await set("audit", 9)
        let new = try await run("check")
        #expect(new.status == 0 && new.output.contains("later version of the program"), "\(new)")
        try await set("audit", 1)

        // The key.
        func check(key: String) async throws -> (status: Int32, output: String, error: String) {
            try await RunningProgram.run(
                ["store", "check", "--store", url], environment: ["ENGAWA_VAULT_KEY": key])
        }
        #expect(try await check(key: RunningProgram.siteKey).output.contains("no site has run yet"))
        let site = try RunningProgram.site(on: url)
        defer { site.kill() }
        _ = try await site.listenOrigin()
        #expect(try await check(key: RunningProgram.siteKey).output.contains("the key is that of the sites"))
        let foreign = try await check(key: String(repeating: "a5", count: 32))
        #expect(foreign.status == 1 && foreign.error.contains("sealed with another key"), "\(foreign)")

        let careless = try await PostgreSQLServer.shared()
        let other = careless.url(of: try await careless.databaseName())
        let unfit = try await RunningProgram.run(["store", "check", "--store", other])
        #expect(unfit.status == 1 && unfit.error.contains("fsync is off"))
    }

    @Test("a password is not taken from a flag, and stands in no message")
    func password() async throws {
        for url in [
            "postgresql://bob:hunter2@127.0.0.1/chat", "postgresql://bob@127.0.0.1/chat?password=hunter2",
            "postgresql://bob:hunter2@127.0.0.1/chat?nonsense=1",
        ] {
            let refused = try await RunningProgram.run(["store", "check", "--store", url])
            #expect(refused.status == ExitStatus.usage)
            #expect(!(refused.output + refused.error).contains("hunter2"))
        }
        let away = try RunningProgram(
            ["backend", "--listen", "127.0.0.1:0"],
            environment: ["ENGAWA_STORE": "postgresql://bob:hunter2@127.0.0.1:1/chat?connect_timeout=2"])
        let line = try await away.logLine(with: "can't be reached")
        #expect(!line.contains("hunter2") && line.contains("127.0.0.1"))
    }

    @Test("the URL may be in a file")
    func file() async throws {
        let server = try await PostgreSQLServer.shared()
        let file = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("\(server.url(of: try await server.databaseName()))\n".utf8).write(to: file)
        let migrated = try await RunningProgram.run(["store", "migrate", "--store-file", file.path])
        #expect(migrated.status == 0 && migrated.output.contains("from version 0"))
        try Data("hunter2".utf8).write(to: file)
        let refused = try await RunningProgram.run(["store", "migrate", "--store-file", file.path])
        #expect(refused.status == ExitStatus.usage && !refused.error.contains("hunter2"))
    }

    @Test("an installation is copied into an empty database and back, and never into another")
    func copying() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "copied-\(UUID())")
        let (data, back) = (folder.appending(path: "data").path, folder.appending(path: "back").path)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        func copy(
            _ arguments: String..., data: String, environment: [String: String] = [:]
        ) async throws -> (status: Int32, output: String, error: String) {
            try await RunningProgram.run(
                ["store", "copy"] + arguments + ["--data", data], environment: environment)
        }
        let empty = try await copy("--from", "data", "--to", url, data: data)
        #expect(empty.status == ExitStatus.usage && empty.error.contains("no chat is in"))
        #expect(!FileManager.default.fileExists(atPath: data))

        let site = try RunningProgram([
            "serve", "--mode", "development", "--listen", "127.0.0.1:0", "--data", data, "--sign-in", "password",
        ])
        defer { site.kill() }
        let address = try await site.address(after: "Engawa is open:")
        var browser = CookieBrowser()
        let form = "method=password&user=yui&password=veranda-by-the-sea"
        #expect(try await browser.send(form, to: "\(address)/sign-in").status == .seeOther)
        let served = try await copy("--from", "data", "--to", url, data: data)
        #expect(served.status == ExitStatus.usage && served.error.contains("another process serves"))
        site.kill()

        let copied = try await copy("--from", "data", "--to", url, data: data)
        #expect(copied.status == 0, "\(copied)")
        for line in ["users: 8 rows", "session: 1 rows", "password_account: 8 rows", "audit: "] {
            #expect(copied.output.contains(line), "\(copied.output)")
        }
        let again = try await copy("--from", "data", "--to", url, data: data)
        #expect(again.status == 1 && again.error.contains("is not empty"))
        for arguments in [["--to", url], ["--from", url, "--to", url], ["--from", "data", "--to", "data"]] {
            let wrong = try await RunningProgram.run(["store", "copy"] + arguments)
            #expect(wrong.status == ExitStatus.usage && wrong.error.contains("--from data"))
        }

        // The session goes on where the key is that of the folder.
        let key = try String(contentsOfFile: "\(data)/vault.key", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let settings = ["ENGAWA_VAULT_KEY": key]
        try await expectSession(browser, on: "\(folder.path)/unused", settings.merging(["ENGAWA_STORE": url]) { $1 })
        let returned = try await copy("--from", url, "--to", "data", data: back, environment: settings)
        #expect(returned.status == 0 && returned.output.contains("session: 1 rows, the same in both"), "\(returned)")
        let twice = try await copy("--from", url, "--to", "data", data: back, environment: settings)
        #expect(twice.status == 1 && twice.error.contains("is not empty"))
        try await expectSession(browser, on: back, settings)
        let checked = try await RunningProgram.run(["check", "--data", back])
        #expect(checked.status == 0, "\(checked)")
    }

    /// Expects that a site with this folder and these settings knows the browser's session.
    private func expectSession(_ browser: CookieBrowser, on data: String, _ environment: [String: String]) async throws
    {
        let site = try RunningProgram(
            [
                "serve", "--mode", "development", "--listen", "127.0.0.1:0", "--data", data, "--sign-in", "password",
                "--sample-world", "off",
            ], environment: environment)
        defer { site.kill() }
        let address = try await site.address(after: "Engawa is open:")
        let list = try await browser.load("\(address)/conversations")
        #expect(list.status == 200, "\(site.log)")
        let found = try await browser.load("\(address)/search?q=%E3%81%8A%E8%8C%B6")
        #expect(found.text.contains("お茶"), "the words are in the index")
    }

    @Test("two backends on one database are one chat, from the first start on")
    func twoBackends() async throws {
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        // Both begin at once with a database without tables.
        let backends = try (0..<2).map { _ in
            try RunningProgram(["backend", "--listen", "127.0.0.1:0"], environment: ["ENGAWA_STORE": url])
        }
        defer { for backend in backends { backend.kill() } }
        let first = try await backends[0].address(after: "The backend listens on ")
        let second = try await backends[1].address(after: "The backend listens on ")
        let client = CurlClient()
        let registering = ClientRequest(
            .post, "\(first)/users", headers: [.contentType: "application/json"],
            body: Array(#"{"idAlias":"alice","name":"Alice"}"#.utf8))
        #expect(try await client.send(registering).status.rawValue == 201)
        let people = try await client.send(ClientRequest(.get, "\(second)/users"))
        #expect(String(decoding: people.body, as: UTF8.self).contains(#""idAlias":"alice""#))
        let health = try await client.send(ClientRequest(.get, "\(second)/health"))
        #expect(health.status.rawValue == 200)
    }
}
