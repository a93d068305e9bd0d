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

@Suite("Several sites on one PostgreSQL database") struct SharedSiteTests {
    private static let key = RunningProgram.siteKey

    @Test("somebody signs in at one, reads at the other what is said at the first, and is signed out at both")
    func twoSites() async throws {
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        let sites = try (0..<2).map { _ in try RunningProgram.site(on: url) }
        defer { for site in sites { site.kill() } }
        let (first, second) = (try await sites[0].listenOrigin(), try await sites[1].listenOrigin())
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

        var browser = CookieBrowser()
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

    @Test("while the database is away, pages show what is known and say so, and a text that can't be sent is kept")
    func outage() async throws {
        let server = try await PostgreSQLServer(isDurable: true)
        let url = server.url(of: try await server.databaseName())
        let site = try RunningProgram.site(on: url)
        defer { site.kill() }
        let address = try await site.listenOrigin()
        let mia = try await RunningProgram.createPerson("mia", on: url)
        var browser = CookieBrowser()
        #expect(try await browser.send("user=\(mia)", to: "\(address)/sign-in").status == .seeOther)
        let kai = try await RunningProgram.createPerson("kai", on: url)
        let made = try await browser.send("kind=direct&people=\(kai)", to: "\(address)/conversations")
        let place = try #require(made.headers[.location]).prefix { $0 != "?" && $0 != "#" }
        _ = try await browser.send("text=konnichiwa", to: "\(address)\(place)/messages")
        let notCurrent = "You see what was known at"
        let pages = ["\(address)/conversations", "\(address)\(place)"]
        for page in pages {
            let shown = try await browser.load(page)
            #expect(shown.text.contains("konnichiwa") && !shown.text.contains(notCurrent))
        }

        server.kill()
        try await eventually { try await browser.load(pages[0]).text.contains(notCurrent) }
        for page in pages {
            let shown = try await browser.load(page)
            #expect(shown.status == 200 && shown.text.contains("konnichiwa") && shown.text.contains(notCurrent))
        }
        let refused = try await browser.send("text=kept+words", to: "\(address)\(place)/messages")
        #expect(refused.status == .badGateway && String(decoding: refused.body, as: UTF8.self).contains("kept words"))

        try await server.restart()
        try await eventually { try await !browser.load(pages[1]).text.contains(notCurrent) }
        try await eventually {
            try await browser.send("text=kept+words", to: "\(address)\(place)/messages").status == .seeOther
        }
        try await eventually { try await browser.load(pages[1]).text.contains("kept words") }
    }

    @Test("the operator's commands work on the database, and the sites notice")
    func commands() async throws {
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        func engawa(_ arguments: String..., input: String = "", key: String = Self.key) async throws -> (
            status: Int32, output: String, error: String
        ) {
            try await RunningProgram.run(
                arguments, input: input, environment: ["ENGAWA_STORE": url, "ENGAWA_VAULT_KEY": key])
        }
        let early = try await engawa("accounts", "list")
        #expect(early.status == ExitStatus.usage && early.error.contains("no site has run"))

        let site = try RunningProgram.site(on: url, ["--sign-in", "user-id,password"])
        defer { site.kill() }
        let address = try await site.listenOrigin()
        let other = try await engawa("accounts", "list", key: String(repeating: "a5", count: 32))
        #expect(other.status != 0 && other.error.contains("sealed with another key"), "\(other)")
        let created = try await engawa(
            "accounts", "create", "--alias", "mia", "--name", "Mia Sky", "--role", "admin", "--password-stdin",
            input: "correct horse battery\n")
        #expect(created.status == 0 && created.output.hasSuffix(" is mia\n"), "\(created)")
        #expect(try await engawa("accounts", "list").output.contains("mia"))

        var browser = CookieBrowser()
        let form = "method=password&user=mia&password=correct+horse+battery"
        #expect(try await browser.send(form, to: "\(address)/sign-in").status == .seeOther)
        #expect(try await browser.load("\(address)/admin/people").text.contains("Mia Sky"))
        #expect(try await engawa("sessions", "list").output.contains("mia"))
        let renamed = try await engawa("accounts", "rename", "--user", "mia", "--name", "Mia Moon")
        #expect(renamed.output.hasSuffix("is mia, Mia Moon\n"), "\(renamed)")
        try await eventually { try await browser.load("\(address)/admin/people").text.contains("Mia Moon") }
        #expect(try await engawa("accounts", "disable", "--user", "mia").output.contains("1 session ended"))
        try await eventually { try await browser.load("\(address)/conversations").status == 303 }
        let audit = try await engawa("audit", "--user", "mia").output
        for line in ["account-created", "signed-in", "user-disabled"] { #expect(audit.contains(line), "\(audit)") }
    }

    @Test("a role with the rights that the documents name suffices for a site")
    func fewRights() async throws {
        let document = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../docs/deployment.md").standardized, encoding: .utf8)
        let grants = try #require(document.firstMatch(of: /```sql\n(.*?)```/.dotMatchesNewlines())).output.1
        let server = try await PostgreSQLServer()
        let name = try await server.databaseName()
        let owner = server.url(of: name)
        #expect(try await RunningProgram.run(["store", "migrate", "--store", owner]).status == 0)
        try await server.run(String(grants).replacing(/\bengawa\b/, with: "site"), in: name)
        let url = owner.replacing("//engawa@", with: "//site@")
        let site = try RunningProgram.site(on: url)
        defer { site.kill() }
        let address = try await site.listenOrigin()
        var users: [String] = []
        for alias in ["mia", "kai"] { users.append(try await RunningProgram.createPerson(alias, on: url)) }
        var browser = CookieBrowser()
        #expect(try await browser.send("user=\(users[0])", to: "\(address)/sign-in").status == .seeOther)
        let made = try await browser.send("people=\(users[1])", to: "\(address)/conversations")
        #expect(made.status == .seeOther)
        let place = try #require(made.headers[.location]).prefix { $0 != "?" && $0 != "#" }
        let sent = try await browser.send("text=hello", to: "\(address)\(place)/messages")
        #expect(sent.status == .seeOther)
        #expect(try await browser.load("\(address)\(place)").text.contains("hello"))
        try await server.run(
            "SET ROLE site; TRUNCATE changes_0; LOCK TABLE record_turns IN ROW EXCLUSIVE MODE", in: name)
        _ = try await browser.send("", to: "\(address)/sign-out")
        #expect(try await browser.load("\(address)/conversations").status == 303)
        #expect(!site.log.contains(" error "), "\(site.log)")
    }

    @Test("failed attempts at one count at the other")
    func attempts() async throws {
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        let sites = try (0..<2).map { _ in try RunningProgram.site(on: url, ["--sign-in", "password"]) }
        defer { for site in sites { site.kill() } }
        var addresses: [String] = []
        for site in sites { addresses.append(try await site.listenOrigin()) }
        var browser = CookieBrowser()
        let form = "method=password&user=nobody&password=wrong+words+here"
        // When a site begins to listen is not known. Three attempts alone would not be too many.
        var last: Status?
        for _ in 0..<3 where last != .tooManyRequests {
            for _ in 0..<8 { _ = try await browser.send(form, to: "\(addresses[0])/sign-in") }
            last = try await browser.send(form, to: "\(addresses[1])/sign-in").status
        }
        #expect(last == .tooManyRequests)
    }

    @Test("before a REST backend, sites share sessions, drafts, what was sent, and what is read")
    func restBackend() async throws {
        let stage = try await SitesBeforeBackend()
        defer { stage.end() }
        let (chat, sites) = (stage.chat, stage.sites)
        let (first, second) = (try await sites[0].listenOrigin(), try await sites[1].listenOrigin())
        let alice = try await chat.users.register(
            NewUser(alias: Alias("alice")!, name: DisplayName("Alice")!, avatarURL: nil))
        let room = try await chat.conversations.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id])!, as: alice.id)

        var browser = CookieBrowser()
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
        let first = try RunningProgram.site(on: url)
        defer { first.kill() }
        _ = try await first.listenOrigin()
        for (other, words) in [
            (try RunningProgram.site(on: url, key: String(repeating: "a5", count: 32)), "sealed with another key"),
            (try RunningProgram.site(on: url, key: nil), "need one key"),
        ] {
            defer { other.kill() }
            _ = try await other.logLine(with: words)
        }
    }
}
