import Chat
import ChatREST
import EventLoops
import Eventually
import Foundation
import HTTP
import HTTPClient
import PostgreSQL
import PostgreSQLChat
import PostgreSQLServer
import Testing

@testable import engawa

/// A browser without scripts, which keeps the cookies of a site that several processes serve.
private struct SharedSiteBrowser {
    let client = CurlClient()
    var cookies: [String] = []

    mutating func send(_ form: String, to url: String) async throws -> ClientResponse {
        let origin = url.split(separator: "/", maxSplits: 3).prefix(2).joined(separator: "//")
        let response = try await client.send(
            ClientRequest(
                .post, url,
                headers: [
                    .contentType: "application/x-www-form-urlencoded", "Origin": origin,
                    .cookie: cookies.joined(separator: "; "),
                ], body: Array(form.utf8)))
        for field in response.headers.fields where field.name == .setCookie {
            cookies.append(String(field.value.prefix { $0 != ";" }))
        }
        return response
    }

    func load(_ url: String) async throws -> (status: Int, text: String) {
        let response = try await client.send(
            ClientRequest(.get, url, headers: [.cookie: cookies.joined(separator: "; ")]))
        return (response.status.rawValue, String(decoding: response.body, as: UTF8.self))
    }
}

@Suite("Several sites on one PostgreSQL database") struct SharedSiteTests {
    private static let key = String(repeating: "5a", count: 32)

    private func site(on url: String, key: String? = Self.key, _ arguments: [String] = []) throws -> RunningProgram {
        var environment = ["ENGAWA_STORE": url]
        if let key { environment["ENGAWA_VAULT_KEY"] = key }
        let folder = FileManager.default.temporaryDirectory.appending(path: "shared-\(UUID())").path
        return try RunningProgram(
            ["serve", "--mode", "development", "--listen", "127.0.0.1:0", "--data", folder, "--sample-world", "off"]
                + arguments, environment: environment)
    }

    private func address(of site: RunningProgram) async throws -> String {
        let line = try await site.logLine(with: " started ")
        let listen = try #require(line.split(separator: " ").first { $0.hasPrefix("listen=") })
        return "http://localhost:\(listen.split(separator: ":").last ?? "")"
    }

    @Test("somebody signs in at one, reads at the other what is said at the first, and is signed out at both")
    func twoSites() async throws {
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        let sites = try (0..<2).map { _ in try site(on: url) }
        defer { for site in sites { site.kill() } }
        let (first, second) = (try await address(of: sites[0]), try await address(of: sites[1]))
        let loop = EventLoop()
        let database = Database(try #require(ServerAddress(url)), on: [loop])
        defer {
            database.close()
            loop.stop()
        }
        let store = PostgreSQLChatStore(database)
        let alice = try await store.register(
            NewUser(alias: Alias("alice")!, name: DisplayName("Alice")!, avatarURL: nil))
        let room = try await store.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id])!, as: alice.id)

        var browser = SharedSiteBrowser()
        #expect(try await browser.send("user=\(alice.id)", to: "\(first)/sign-in").status == .seeOther)
        let page = try await browser.load("\(second)/conversations/\(room.id)")
        #expect(page.status == 200)
        _ = try await browser.send("text=konnichiwa", to: "\(first)/conversations/\(room.id)/messages")
        try await eventually {
            try await browser.load("\(second)/conversations/\(room.id)").text.contains("konnichiwa")
        }
        _ = try await browser.send("", to: "\(second)/sign-out")
        try await eventually { try await browser.load("\(first)/conversations").status == 303 }
    }

    @Test("before a REST backend, sites share sessions, drafts, what was sent, and what is read")
    func restBackend() async throws {
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        let folder = FileManager.default.temporaryDirectory.appending(path: "backend-\(UUID())").path
        let backend = try RunningProgram([
            "backend", "--listen", "127.0.0.1:0", "--data", folder, "--sample-world", "off",
        ])
        defer { backend.kill() }
        let backendURL = try await address(of: backend)
        let sites = try (0..<2).map { _ in try site(on: url, ["--backend", backendURL]) }
        defer { for site in sites { site.kill() } }
        let (first, second) = (try await address(of: sites[0]), try await address(of: sites[1]))
        let chat = RESTRepositories(
            transport: CurlClient(), baseURL: try #require(BaseURL(backendURL))
        ).repositories
        let alice = try await chat.users.register(
            NewUser(alias: Alias("alice")!, name: DisplayName("Alice")!, avatarURL: nil))
        let room = try await chat.conversations.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id])!, as: alice.id)

        var browser = SharedSiteBrowser()
        #expect(try await browser.send("user=\(alice.id)", to: "\(first)/sign-in").status == .seeOther)
        let (here, there) = ("\(first)/conversations/\(room.id)", "\(second)/conversations/\(room.id)")
        #expect(try await browser.load(there).status == 200)
        _ = try await browser.send("text=half+a+thought", to: "\(here)/draft")
        try await eventually { try await browser.load(there).text.contains("half a thought") }
        // The form is sent at both: one message.
        for page in [here, there] { _ = try await browser.send("text=konnichiwa&key=form-1", to: "\(page)/messages") }
        try await eventually { try await browser.load(there).text.contains("konnichiwa") }
        let stored = try await chat.messages.messages(in: room.id, as: alice.id, before: nil, limit: 50)
        #expect(stored.compactMap(\.text) == ["konnichiwa"])
        try await eventually { try await !browser.load(there).text.contains("half a thought") }
        // Pages of one, whose forms are sent at the other: the same text twice is two messages.
        for count in 1...2 {
            let page = try await browser.load(there).text
            let key = try #require(page.firstMatch(of: /name="key" value="([^"]+)"/)?.output.1)
            _ = try await browser.send("text=ok&key=\(key)", to: "\(here)/messages")
            try await eventually {
                try await browser.load(there).text.matches(of: /<p>ok<\/p>/).count == count
            }
        }
        _ = try await browser.send("", to: "\(second)/sign-out")
        try await eventually { try await browser.load("\(first)/conversations").status == 303 }
    }

    @Test("a site with another key, or with none, does not start")
    func refusals() async throws {
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        let first = try site(on: url)
        defer { first.kill() }
        _ = try await address(of: first)
        for (other, words) in [
            (try site(on: url, key: String(repeating: "a5", count: 32)), "sealed with another key"),
            (try site(on: url, key: nil), "need one key"),
        ] {
            defer { other.kill() }
            _ = try await other.logLine(with: words)
        }
    }
}
