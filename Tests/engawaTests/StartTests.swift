import Eventually
import Foundation
import HTTP
import HTTPClient
import HTTPServer
import Logging
import SQLite
import Testing

@testable import engawa

/// What the program says when it starts, and when it can't.
@Suite struct StartTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "start-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    @Test func `one line of the log says what runs, where, and on what`() async throws {
        try await withFolder { folder in
            let program = try RunningProgram([
                "serve", "--listen", "127.0.0.1:0", "--data", folder, "--mode", "development", "--metrics-listen",
                "127.0.0.1:0",
            ])
            defer { program.kill() }
            let address = try await program.address(after: "Engawa is open:").dropFirst("http://".count)
            let line = try await program.logLine(with: " info started ")
            for field in ["version=\(Version.current)", "listen=\(address)", "url=-", "data=\(folder)"] {
                #expect(line.contains(" \(field)"), "\(line) has no \(field)")
            }
            #expect(line.firstMatch(of: /metrics=127\.0\.0\.1:\d+\ /) != nil)
            #expect(line.hasSuffix(" backend=embedded"))
        }
    }

    /// The code for the first admin in the log.
    private func firstAdminCode(_ program: RunningProgram) async throws -> String {
        let line = try await program.logLine(with: "register the first admin")
        #expect(line.contains(" warning "))
        return String(try #require(line.firstMatch(of: /\ code=([0-9A-Z]{4}(-[0-9A-Z]{4}){3})\ /)).output.1)
    }

    @Test func `a start without people writes a code to the log, each time another, until the first admin is made`()
        async throws
    {
        try await withFolder { folder in
            let start = ["serve", "--listen", "127.0.0.1:0", "--data", folder, "--sign-in", "password"]
            func post(_ address: String, _ code: String) async throws -> ClientResponse {
                let form: Form = [
                    "code": .init(code), "name": "Mia", "alias": "mia", "password": "a veranda in the afternoon",
                ]
                return try await CurlClient().send(
                    ClientRequest(
                        .post, "\(address)/first-admin",
                        headers: [.contentType: MediaType.urlEncodedForm.description, .origin: address],
                        body: form.urlEncoded))
            }
            let first = try RunningProgram(start)
            defer { first.kill() }
            let old = try await firstAdminCode(first)
            first.kill()
            let second = try RunningProgram(start)
            defer { second.kill() }
            let address = try await second.address(after: "Engawa is open:")
            let new = try await firstAdminCode(second)
            let line = try await second.logLine(with: "register the first admin")
            let port = try #require(address.split(separator: ":").last)
            #expect(line.contains(" url=http://localhost:\(port)/first-admin "))
            #expect(try await post(address, old).status == .unprocessableContent)
            #expect(try await post(address, new).status == .seeOther)
            #expect(try await post(address, new).status == .notFound)
            second.kill()
            let roles = try await RunningProgram.run(["accounts", "list", "--data", folder])
            #expect(roles.output.contains(" mia ") && roles.output.contains(" admin "), "\(roles.error)")
            let third = try RunningProgram(start)
            defer { third.kill() }
            _ = try await third.logLine(with: " info started ")
            let page = try await CurlClient().send(
                ClientRequest(.get, "\(try await third.address(after: "Engawa is open:"))/first-admin"))
            #expect(page.status == .notFound && !third.log.contains("register the first admin"))
        }
    }

    @Test func `in development there is no code`() async throws {
        try await withFolder { folder in
            let program = try RunningProgram([
                "serve", "--listen", "127.0.0.1:0", "--data", folder, "--mode", "development", "--sample-world", "off",
            ])
            defer { program.kill() }
            let address = try await program.address(after: "Engawa is open:")
            let page = try await CurlClient().send(ClientRequest(.get, "\(address)/first-admin"))
            #expect(page.status == .notFound && !program.log.contains("register the first admin"))
        }
    }

    @Test func `a REST backend that is not there is reported, and the site starts all the same`() async throws {
        try await withFolder { folder in
            let backend = "http://127.0.0.1:\(try freePort())"
            let program = try RunningProgram([
                "serve", "--listen", "127.0.0.1:0", "--data", folder, "--mode", "development", "--backend", backend,
            ])
            defer { program.kill() }
            let address = try await program.address(after: "Engawa is open:")
            #expect(try await CurlClient().send(ClientRequest(.get, "\(address)/healthz")).status == .ok)
            #expect(try await program.logLine(with: " info started ").hasSuffix(" backend=\(backend)"))
            let line = try await program.logLine(with: "the backend does not answer")
            #expect(line.contains("warning") && line.contains("url=\(backend)") && line.contains("cannotConnect"))
        }
    }

    @Test func `a REST backend that is there is reported, too`() async throws {
        try await withFolder { folder in
            let server = try Server(
                ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0)), log: .silent
            ) { _ in
                var response = Response.text(.ok, #"{"ok":true}"#)
                response.headers[.contentType] = "application/json"
                return response
            }
            let program = try RunningProgram([
                "serve", "--listen", "127.0.0.1:0", "--data", folder, "--mode", "development", "--backend",
                "http://\(server.address)",
            ])
            defer { program.kill() }
            #expect(try await program.logLine(with: "the backend answers").contains("url=http://\(server.address)"))
            await server.stop()
        }
    }

    @Test func `every address of the machine is announced, those of IPv6 where they are listened on`() async throws {
        for (listen, hasIPv6) in [(":0", true), ("0.0.0.0:0", false)] {
            try await withFolder { folder in
                let program = try RunningProgram([
                    "serve", "--listen", listen, "--data", folder, "--mode", "development",
                ])
                defer { program.kill() }
                let address = try await program.address(after: "Engawa is open:")
                #expect(try await CurlClient().send(ClientRequest(.get, "\(address)/healthz")).status == .ok)
                let port = try #require(address.split(separator: ":").last)
                let hosts = LocalAddresses.lan(withIPv6: hasIPv6)
                try await eventually { hosts.allSatisfy { program.output.contains("http://\($0):\(port)\n") } }
                #expect(hasIPv6 || !program.output.contains("["))
            }
        }
    }

    @Test func `a folder that is not the program's own, or can't be made, is named with the reason`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let start = ["serve", "--listen", "127.0.0.1:0", "--mode", "development"]
            let assets = try await RunningProgram.run(start + ["--data", "\(folder)/data", "--assets", folder])
            #expect(assets.status == 64)
            #expect(
                assets.error.contains(
                    """
                    --assets: "\(folder)" is not the folder Public that belongs to this program: it has no \
                    engawa.webmanifest; for example --assets /usr/share/engawa/Public
                    """))
            // Nothing was begun.
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/data"))
            try Data().write(to: URL(filePath: "\(folder)/file"))
            let data = try await RunningProgram.run(start + ["--data", "\(folder)/file/data"])
            #expect(data.status == 64)
            #expect(data.error.contains("--data: \"\(folder)/file/data\" is not a folder in which files can be made"))
            #expect(data.error.contains("Not a directory; for example --data /var/lib/engawa"))
            #expect(!data.error.contains("Error("))
        }
    }

    @Test func `a database of a newer version is named`() async throws {
        try await withFolder { folder in
            let settings = ["--listen", "127.0.0.1:0", "--data", folder, "--mode", "development"]
            let program = try RunningProgram(["serve"] + settings)
            defer { program.kill() }
            _ = try await program.address(after: "Engawa is open:")
            program.kill()
            do {
                var connection = try Connection(.file("\(folder)/chat.sqlite"))
                try connection.execute("PRAGMA user_version = 9999")
            }
            for arguments in [["serve"] + settings, ["check", "--data", folder]] {
                let refused = try await RunningProgram.run(arguments)
                #expect(refused.status == 1)
                #expect(refused.error.contains("chat.sqlite has version 9999, and this program knows versions up to"))
            }
        }
    }
}
