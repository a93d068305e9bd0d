import Chat
import ChatREST
import ChildProcess
import Cryptography
import Eventually
import Foundation
import HTTP
import HTTPClient
import PostgreSQLServer
import Testing

@testable import Accounts
@testable import engawa

/// An event stream, read by curl.
private struct OpenStream {
    private let process: ChildProcess

    init(_ browser: CookieBrowser, at origin: String, watching conversation: some StringProtocol = "") throws {
        let query = conversation.isEmpty ? "" : "?watch=\(conversation)"
        process = try ChildProcess([
            "curl", "-sN", "--max-time", "120", "-H", "Cookie: \(browser.cookies.joined(separator: "; "))",
            "\(origin)/events\(query)",
        ])
    }

    /// The data of the events with this name until now.
    func events(_ name: String) -> [String] {
        process.text.replacing("\r", with: "").split(separator: "\n\n").compactMap { event in
            let lines = event.split(separator: "\n")
            guard lines.contains("event: \(name)") else { return nil }
            return lines.first { $0.hasPrefix("data: ") }.map { String($0.dropFirst("data: ".count)) }
        }
    }

    func wait(
        for name: String, with words: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await eventually(sourceLocation: sourceLocation) {
            events(name).contains { event in words.allSatisfy { event.contains($0) } }
        }
    }
}

@Suite("What sites on one database tell each other") struct ToldAcrossSitesTests {
    @Test("drafts, settings, who types and who is online reach a stream at another site")
    func streams() async throws {
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        let sites = try (0..<2).map { _ in try RunningProgram.site(on: url) }
        defer { for site in sites { site.kill() } }
        let (first, second) = (try await sites[0].listenOrigin(), try await sites[1].listenOrigin())
        for site in sites { _ = try await site.logLine(with: "listening to the other processes") }
        var (mia, kai) = (CookieBrowser(), CookieBrowser())
        let people = [
            try await RunningProgram.createPerson("mia", on: url),
            try await RunningProgram.createPerson("kai", on: url),
        ]
        #expect(try await mia.send("user=\(people[0])", to: "\(second)/sign-in").status == .seeOther)
        #expect(try await kai.send("user=\(people[1])", to: "\(first)/sign-in").status == .seeOther)
        let made = try await mia.send("kind=direct&people=\(people[1])", to: "\(second)/conversations")
        let place = try #require(made.headers[.location]).prefix { $0 != "?" && $0 != "#" }
        let id = try #require(place.split(separator: "/").last)

        // Mia's second device is at the second site; what follows happens at the first.
        let stream = try OpenStream(mia, at: second, watching: id)
        try await eventually { !stream.events("online").isEmpty }
        #expect(!stream.events("online").joined().contains(id))
        let others = try OpenStream(kai, at: first, watching: id)
        try await eventually { !others.events("online").isEmpty }
        // The dot in the list: who comes is told by `present`, and who is there already by `online`.
        try await stream.wait(for: "present", with: String(id), people[1])
        try await eventually {
            let told = others.events("online") + others.events("present").filter { $0.contains(people[0]) }
            return told.contains { $0.contains(id) }
        }

        _ = try await mia.send("text=half+a+thought&page=page-1", to: "\(first)\(place)/draft")
        try await stream.wait(for: "draft", with: #""text":"half a thought""#, #""page":"page-1""#, String(id))
        let long = String(repeating: "long ", count: 2_000)
        _ = try await mia.send(
            "text=\(long.replacing(" ", with: "+"))&page=page-2", to: "\(first)\(place)/draft")
        try await stream.wait(for: "draft", with: #""page":"page-2""#)
        #expect(!stream.events("draft").joined().contains("long long"), "too long: pages read it anew")
        _ = try await mia.send("text=now+whole&page=page-3", to: "\(first)\(place)/messages")
        try await stream.wait(for: "draft", with: #""sent":"now whole""#)
        try await stream.wait(for: "posted", with: "now whole")
        _ = try await kai.send("", to: "\(first)\(place)/typing")
        try await stream.wait(for: "typing", with: String(id))
        _ = try await mia.send("theme=dark&size=large&density=compact&enter=send", to: "\(first)/profile/appearance")
        try await eventually { !stream.events("appearance").isEmpty }
        // What is in nobody's stream there is told to nobody.
        #expect(!others.events("draft").joined().contains("thought"))
    }

    @Test("what changes of a group at one site, and who joins it, is told at the other")
    func groups() async throws {
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        let sites = try (0..<2).map { _ in try RunningProgram.site(on: url) }
        defer { for site in sites { site.kill() } }
        let (first, second) = (try await sites[0].listenOrigin(), try await sites[1].listenOrigin())
        for site in sites { _ = try await site.logLine(with: "listening to the other processes") }
        var (mia, kai, ren) = (CookieBrowser(), CookieBrowser(), CookieBrowser())
        var people: [String] = []
        for alias in ["mia", "kai", "ren"] { people.append(try await RunningProgram.createPerson(alias, on: url)) }
        #expect(try await mia.send("user=\(people[0])", to: "\(first)/sign-in").status == .seeOther)
        #expect(try await kai.send("user=\(people[1])", to: "\(second)/sign-in").status == .seeOther)
        #expect(try await ren.send("user=\(people[2])", to: "\(first)/sign-in").status == .seeOther)
        let made = try await mia.send("people=\(people[1])&group=on&name=Tea", to: "\(first)/conversations")
        let place = try #require(made.headers[.location]).prefix { $0 != "?" && $0 != "#" }
        let id = try #require(place.split(separator: "/").last)
        let stream = try OpenStream(kai, at: second, watching: id)
        try await eventually { !stream.events("online").isEmpty }

        _ = try await mia.send("shown-name=Tea&name=Coffee", to: "\(first)\(place)/group")
        try await stream.wait(for: "conversation", with: String(id))
        try await stream.wait(for: "posted", with: "Coffee")
        #expect(try await kai.load("\(second)\(place)").text.contains("Coffee"))
        _ = try await kai.send("lifetime=day&uses=1", to: "\(second)\(place)/invites")
        let page = try await kai.load("\(second)\(place)/invites").text
        let code = try #require(page.firstMatch(of: /code=([0-9a-f-]{36})/)).output.1
        #expect(try await ren.send("invite=\(code)", to: "\(first)/invite").status == .seeOther)
        try await stream.wait(for: "posted", with: "ren")
    }

    @Test("a read mark that is set at one site before a REST backend is known at the other at once")
    func readMarks() async throws {
        let stage = try await SitesBeforeBackend()
        defer { stage.end() }
        let (chat, sites) = (stage.chat, stage.sites)
        let (first, second) = (try await sites[0].listenOrigin(), try await sites[1].listenOrigin())
        for site in sites { _ = try await site.logLine(with: "listening to the other processes") }
        var users: [User] = []
        for alias in ["mia", "kai"] {
            users.append(
                try await chat.users.register(
                    NewUser(alias: Alias(alias)!, name: DisplayName(alias)!, avatarURL: nil)))
        }
        let room = try await chat.conversations.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: users.map(\.id))!, as: users[0].id)
        let place = "/conversations/\(room.id)"
        var (mia, kai) = (CookieBrowser(), CookieBrowser())
        #expect(try await mia.send("user=\(users[0].id)", to: "\(second)/sign-in").status == .seeOther)
        #expect(try await kai.send("user=\(users[1].id)", to: "\(first)/sign-in").status == .seeOther)

        // As browsers with scripts do, which report what was seen.
        mia.cookies.append("reading=told")
        let stream = try OpenStream(mia, at: second, watching: "\(room.id)")
        try await eventually { !stream.events("online").isEmpty }
        _ = try await mia.load("\(second)\(place)")
        for number in 1...3 { _ = try await kai.send("text=message+\(number)", to: "\(first)\(place)/messages") }
        try await stream.wait(for: "posted", with: "message 3")
        _ = try await mia.load("\(first)\(place)")
        let stored = try await chat.messages.messages(in: room.id, as: users[0].id, before: nil, limit: 9)
        let last = try #require(stored.first).id
        let start = ContinuousClock.now
        _ = try await mia.send("message=\(last)", to: "\(first)\(place)/read")
        try await stream.wait(for: "read", with: "\(room.id)")
        #expect(ContinuousClock.now - start < .seconds(5), "without being told it takes up to 45 s")
    }

    @Test("the first admin is made once, at any of them, with one code")
    func firstAdmin() async throws {
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        let sites = try (0..<2).map { _ in
            try RunningProgram.site(on: url, ["--mode", "production", "--sign-in", "password"])
        }
        defer { for site in sites { site.kill() } }
        var (codes, origins): ([String], [String]) = ([], [])
        for site in sites {
            let line = try await site.logLine(with: "register the first admin")
            codes.append(String(try #require(line.firstMatch(of: /\ code=([0-9A-Z-]+)\ /)).output.1))
            origins.append(try await site.listenOrigin())
        }
        #expect(codes[0] == codes[1])
        var browser = CookieBrowser()
        func form(_ code: String, _ alias: String) -> String {
            "code=\(code)&name=Mia&alias=\(alias)&password=a+veranda+in+the+afternoon"
        }
        // Wrong codes count at both.
        for number in 0..<6 {
            let wrong = form(FirstAdminCode.random().revealed, "eve")
            let refused = try await browser.send(wrong, to: "\(origins[number % 2])/first-admin")
            #expect(refused.status == .unprocessableContent)
        }
        let early = try await browser.send(form(codes[0], "mia"), to: "\(origins[0])/first-admin")
        #expect(early.status == .tooManyRequests)
        try await eventually {
            try await browser.send(form(codes[0], "mia"), to: "\(origins[1])/first-admin").status == .seeOther
        }
        for origin in origins {
            let late = try await CookieBrowser().sent(form(codes[0], "eve"), to: "\(origin)/first-admin")
            #expect(late == .notFound)
        }
    }

    @Test("a page that is loaded right after a change shows it, whichever site answers", arguments: [false, true])
    func rightAfter(isBeforeBackend: Bool) async throws {
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        let before = isBeforeBackend ? try await SitesBeforeBackend() : nil
        let sites = try before?.sites ?? (0..<2).map { _ in try RunningProgram.site(on: url) }
        defer {
            for site in sites { site.kill() }
            before?.end()
        }
        let origins = [try await sites[0].listenOrigin(), try await sites[1].listenOrigin()]
        var people: [String] = []
        for alias in ["mia", "kai"] {
            if let chat = before?.chat {
                let new = NewUser(
                    alias: try #require(Alias(alias)), name: try #require(DisplayName(alias)), avatarURL: nil)
                people.append(try await chat.users.register(new).id.description)
            } else {
                people.append(try await RunningProgram.createPerson(alias, on: url))
            }
        }
        var mia = CookieBrowser()
        #expect(try await mia.send("user=\(people[0])", to: "\(origins[0])/sign-in").status == .seeOther)
        let made = try await mia.send("kind=direct&people=\(people[1])", to: "\(origins[0])/conversations")
        let place = try #require(made.headers[.location]).prefix { $0 != "?" && $0 != "#" }
        for number in 0..<20 {
            let (here, there) = (origins[number % 2], origins[(number + 1) % 2])
            #expect(try await mia.load("\(there)\(place)").status == 200)
            let sent = try await mia.send("text=message-\(number)-", to: "\(here)\(place)/messages")
            #expect(sent.status == .seeOther)
            #expect(try await mia.load("\(there)\(place)").text.contains("message-\(number)-"))
        }
    }

    @Test("an event that is sealed with another key is nobody's")
    func sealedEvents() throws {
        let (vault, other) = (Vault(key: .random()), Vault(key: .random()))
        let event = SealedEvent(user: .random(), bytes: Array("event: draft\ndata: {}\n\n".utf8))
        let sealed = event.sealed(by: vault)
        #expect(SealedEvent(sealed[...], by: vault) == event)
        #expect(SealedEvent(sealed[...], by: other) == nil && SealedEvent("draft", by: vault) == nil)
        #expect(!sealed.contains(" ") && !sealed.contains("\n"))
    }
}

extension CookieBrowser {
    fileprivate func sent(_ form: String, to url: String) async throws -> Status {
        var browser = self
        return try await browser.send(form, to: url).status
    }
}
