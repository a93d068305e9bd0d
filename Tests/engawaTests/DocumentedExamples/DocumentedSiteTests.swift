import Foundation
import HTTP
import HTTPClient
import Testing

@testable import engawa

/// The other examples in `docs/sign-in.md`; and a check that every example has a test.
@Suite struct DocumentedSiteTests {
    private let folder: ExampleFolder
    private let address: String
    private var url: String { "http://\(address)" }

    init() throws {
        folder = try ExampleFolder()
        address = "127.0.0.1:\(try freePort())"
    }

    private var data: [String] { ["--data", "\(folder.path)/data"] }

    @Test func `a User ID alone, where it is named`() async throws {
        let example = try DocumentedExample("User ID", replacing: ["https://chat.example": url])
        let program = try example.start(["--listen", address] + data)
        defer { program.kill() }
        let visitor = Visitor(url: url)
        try await visitor.waitUntilOpen(program)
        let made = try await visitor.post("/register", ["name": "Kim", "alias": "kim"])
        #expect(made.headers[.location] == "/conversations")
        let other = Visitor(url: url)
        #expect(try await other.post("/sign-in", ["user": "kim"]).headers[.location] == "/conversations")
        #expect(program.log.contains("warning anybody who knows a user's alias can sign in"))
        #expect(try await other.get("/session").status == .notFound)
    }

    @Test func `development mode`() async throws {
        let example = try DocumentedExample("Development mode")
        let program = try example.start(["--listen", address] + data)
        defer { program.kill() }
        let visitor = Visitor(url: url)
        try await visitor.waitUntilOpen(program)
        #expect(try await visitor.get("/sign-in").text.contains("veranda-by-the-sea"))
        #expect(try await visitor.post("/sign-in", ["user": "alice"]).headers[.location] == "/conversations")
        #expect(try await visitor.get("/session").status == .ok)
    }

    @Test func `behind a proxy, only the proxy's headers are trusted`() async throws {
        let site = "https://chat.example"
        for (proxy, isTrusted) in [("127.0.0.1", true), ("10.0.0.5", false)] {
            let example = try DocumentedExample(
                "Trusted proxies", replacing: ["127.0.0.1:8080": address, "10.0.0.5": proxy])
            let program = try example.start(data)
            defer { program.kill() }
            try await Visitor(url: url).waitUntilOpen(program)
            // The headers that a TLS proxy adds.
            let alias = isTrusted ? "kim" : "lee"
            let form: Form = [
                "username": alias, "email": "\(alias)@example.test", "name": "Kim", "password": "correct horse",
            ]
            let answer = try await CurlClient().send(
                ClientRequest(
                    .post, "\(url)/register",
                    headers: [
                        .contentType: MediaType.urlEncodedForm.description, .origin: site,
                        "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https",
                    ], body: form.urlEncoded))
            #expect(answer.headers[.location] == "/conversations", "\(answer.text)")
            #expect(answer.headers[.setCookie]?.contains("__Host-session=") == true)
            let audit = try await RunningProgram.run(["audit", "--user", alias] + data).output
            #expect(audit.contains("203.0.113.9") == isTrusted && audit.contains("127.0.0.1") != isTrusted)
        }
    }

    @Test func `the documented commands are those of the program's usage`() throws {
        let section = try #require(try DocumentedExample.sections().first { $0.heading == "Operator commands" })
        #expect(section.blocks.map(\.text) == [AdminCommand.usage])
    }

    @Test func `each example is run by a test`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let tests = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).map {
            try String(contentsOf: $0, encoding: .utf8)
        }.joined()
        let sections = try DocumentedExample.sections().filter { !$0.blocks.isEmpty }
        #expect(sections.count >= 12)
        for section in sections {
            let isTested = ["DocumentedExample(", "running(", "heading == "].contains { call in
                tests.contains(try! Regex("\\Q\(call)\\E\\s*\"\\Q\(section.heading)\\E\""))
            }
            #expect(isTested, "nothing runs what \(section.heading) says")
            #expect(section.blocks.count == 1, "only the first block under \(section.heading) is run")
        }
    }
}
