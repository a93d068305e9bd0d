import EventLoops
import Eventually
import Foundation
import HTTP
import HTTPClient
import PostgreSQLChat
import PostgreSQLServer
import Synchronization
import Testing

@testable import PostgreSQL
@testable import engawa

private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
}

@Suite("Sites of two versions on one database") struct UpgradeTests {
    /// Tables of a later version of the program: a step that only adds, and that would fail if it were taken twice.
    private func later(_ tables: Migrations) -> Migrations {
        Migrations(
            tables.part,
            tables.steps + [
                [
                    "ALTER TABLE messages ADD COLUMN mood text NOT NULL DEFAULT 'calm'",
                    "CREATE TABLE moods (mood text PRIMARY KEY)", "INSERT INTO moods VALUES ('calm')",
                ]
            ])
    }

    /// Sends messages, one after the other.
    /// - Returns: how many.
    private func keepSending(_ sender: CookieBrowser, to url: String, until isOver: Flag) async throws -> Int {
        var (browser, count) = (sender, 0)
        repeat {
            count += 1
            let sent = try await browser.send("text=word+\(count)+here", to: url)
            #expect(sent.status == .seeOther)
        } while !isOver.isSet
        return count
    }

    @Test(
        "one goes on, and starts again, while and after two later ones bring the tables up to date, which happens once")
    func rolling() async throws {
        let server = try await PostgreSQLServer.shared()
        let name = try await server.databaseName()
        let url = server.url(of: name)
        let site = try RunningProgram.site(on: url)
        defer { site.kill() }
        let origin = try await site.listenOrigin()
        let mia = try await RunningProgram.createPerson("mia", on: url)
        let kai = try await RunningProgram.createPerson("kai", on: url)
        var browser = CookieBrowser()
        #expect(try await browser.send("user=\(mia)", to: "\(origin)/sign-in").status == .seeOther)
        let made = try await browser.send("kind=direct&people=\(kai)", to: "\(origin)/conversations")
        let place = try #require(made.headers[.location]).prefix { $0 != "?" && $0 != "#" }

        // Messages are sent all the time, at a site of the earlier version.
        let isOver = Flag()
        let sender = browser
        async let sending = keepSending(sender, to: "\(origin)\(place)/messages", until: isOver)
        let loop = EventLoop()
        let databases = (0..<2).map { _ in Database(server.address(of: name), on: [loop]) }
        defer {
            for database in databases { database.close() }
            loop.stop()
        }
        let chat = PostgreSQLChatStore.tables
        let before = try await withThrowingTaskGroup(of: Int.self) { group in
            for database in databases { group.addTask { try await later(chat).apply(to: database) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let now = chat.version + 1
        #expect(before.sorted() == [now - 1, now])
        // A site of the earlier version that starts now.
        let restarted = try RunningProgram.site(on: url)
        defer { restarted.kill() }
        let second = try await restarted.listenOrigin()
        #expect(try await restarted.logLine(with: "everything is stored in PostgreSQL").contains("tables=\(now)"))
        isOver.set()
        let count = try await sending

        for origin in [origin, second] {
            try await eventually { try await browser.load("\(origin)\(place)").text.contains("word \(count) here") }
            #expect(
                try await browser.send("text=from+\(origin.suffix(5))", to: "\(origin)\(place)/messages").status
                    == .seeOther)
        }
        let stored = try await server.run("SELECT count(*), min(mood) FROM messages", in: name)
        #expect(stored == "\(count + 2)|calm\n")
        #expect(try await server.run("SELECT count(*) FROM moods", in: name) == "1\n")
        #expect(!site.log.contains(" error ") && !restarted.log.contains(" error "))
    }

    @Test("one that can't work with the tables any more says so, and does not start")
    func tooNew() async throws {
        let server = try await PostgreSQLServer.shared()
        let name = try await server.databaseName()
        let url = server.url(of: name)
        #expect(try await RunningProgram.run(["store", "migrate", "--store", url]).status == 0)
        try await server.run("UPDATE schema_versions SET version = 99, oldest = 98 WHERE part = 'chat'", in: name)
        let site = try RunningProgram.site(on: url)
        defer { site.kill() }
        let words = "a later version of this program has changed the tables for chat (version 99)"
        _ = try await site.logLine(with: words)
        let created = try await RunningProgram.run(
            ["accounts", "list"], environment: ["ENGAWA_STORE": url, "ENGAWA_VAULT_KEY": RunningProgram.siteKey])
        #expect(created.status == 1 && created.error.contains(words), "\(created)")
        let checked = try await RunningProgram.run(["store", "check", "--store", url])
        #expect(checked.status == 1 && checked.error.contains(words), "\(checked)")
    }
}
