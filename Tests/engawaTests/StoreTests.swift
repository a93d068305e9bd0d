import Foundation
import HTTP
import HTTPClient
import PostgreSQLServer
import Testing

@testable import engawa

@Suite("The store in PostgreSQL")
struct StoreTests {
    @Test("an operator makes the tables, and sees whether the database is fit")
    func commands() async throws {
        let server = try await PostgreSQLServer(isDurable: true)
        let url = server.url(of: try await server.databaseName())
        func run(_ operation: String) async throws -> (status: Int32, output: String, error: String) {
            try await RunningProgram.run(["store", operation, "--store", url])
        }
        let early = try await run("check")
        #expect(early.status == 1 && early.error.contains("run `engawa store migrate`"))
        #expect(try await run("migrate").output.contains("from version 0 to \(StoreCommand.tablesVersion)"))
        #expect(try await run("migrate").output.contains("up to date"))
        let fit = try await run("check")
        #expect(fit.status == 0 && fit.output.contains("changes are synced"), "\(fit)")

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

    @Test("the chat of a data folder is copied into an empty database, and never into another")
    func copying() async throws {
        let data = FileManager.default.temporaryDirectory.appending(path: "copied-\(UUID())")
        defer { try? FileManager.default.removeItem(at: data) }
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        func copy() async throws -> (status: Int32, output: String, error: String) {
            try await RunningProgram.run(["store", "copy", "--from", "data", "--to", url, "--data", data.path])
        }
        let empty = try await copy()
        #expect(empty.status == ExitStatus.usage && empty.error.contains("no chat is in"))
        #expect(!FileManager.default.fileExists(atPath: data.path))

        let backend = try RunningProgram([
            "backend", "--listen", "127.0.0.1:0", "--data", data.path, "--sample-world", "on",
        ])
        _ = try await backend.address(after: "The backend listens on ")
        let served = try await copy()
        #expect(served.status == ExitStatus.usage && served.error.contains("another process serves"))
        backend.kill()

        let copied = try await copy()
        #expect(copied.status == 0 && copied.output.contains("users: 8 rows, the same in both"), "\(copied)")
        let again = try await copy()
        #expect(again.status == 1 && again.error.contains("is not empty"))
        let wrong = try await RunningProgram.run(["store", "copy", "--to", url])
        #expect(wrong.status == ExitStatus.usage && wrong.error.contains("--from data"))
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
