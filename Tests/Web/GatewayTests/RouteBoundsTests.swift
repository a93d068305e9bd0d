import Accounts
import Bytes
import Chat
import Foundation
import HTTP
import HTTPClient
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// What bounds each route, and that it does.
@Suite struct RouteBoundsTests {
    @Test func `every route says what bounds it, in the document as in the code`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let document = try String(contentsOf: root.appending(path: "docs/security.md"), encoding: .utf8)
        let start = try #require(document.firstRange(of: "it differs. -->\n\n")).upperBound
        let end = try #require(document.firstRange(of: "\n\n<!-- /The table -->")).lowerBound
        let table = start <= end ? String(document[start..<end]) : ""
        #expect(table == RouteBounds.table, "docs/security.md has another table than this:\n\(RouteBounds.table)")
    }

    @Test func `a body beyond that of its route is refused`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let large = String(repeating: "x", count: 17 << 10)
            for path in ["typing", "read", "messages/\(veranda)/reactions"] {
                let answer = try await alice.post("/conversations/\(veranda)/\(path)", ["text": .init(large)])
                #expect(answer.status == .contentTooLarge, "\(path)")
            }
            #expect(
                try await alice.post("/conversations/\(veranda)/draft", ["text": .init(large)]).status == .noContent)
        }
    }

    @Test(arguments: ["en", "ja"])
    func `who sends too much in too short a time is told so, and keeps what was typed`(language: String) async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let other = try await site.browser(signedInAs: "alice", language: language)
            let messages = "/conversations/\(veranda)/messages"
            for number in 0..<RequestBudget.writing.burst {
                // Over all sessions.
                let answer = try await (number % 2 == 0 ? alice : other).post(messages, ["text": "m\(number)"])
                try #require(answer.status == .seeOther, "\(number)")
            }
            let refused = try await alice.post(messages, ["text": "a precious <thought>"])
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers["Retry-After"] == "1")
            #expect(refused.text.contains("a precious &lt;thought&gt;</textarea>"))
            #expect(refused.text.contains(language == "ja" ? "短い時間に操作が多すぎます" : "Too much in too short a time"))
            #expect(site.log.all.contains("too many requests (writing)"))
            // What is read is counted apart, and so is everybody else.
            #expect(!(try await alice.get("/conversations/\(veranda)").text.contains("precious")))
            let bob = try await site.browser(signedInAs: "bob")
            #expect(try await bob.post(messages, ["text": "hello"]).status == .seeOther)
            site.clock.advance(by: .seconds(1))
            #expect(try await alice.post(messages, ["text": "a precious <thought>"]).status == .seeOther)
        }
    }

    /// What a site answers to somebody at an address.
    private func status(_ site: SiteUnderTest, _ path: String, from address: String?) async throws -> Status {
        let target = try #require(RequestTarget(path))
        return await site.site.respond(to: Request(method: .get, target: target, remoteAddress: address)).status
    }

    @Test func `who is not signed in is counted by address, and a network of IPv6 as one`() async throws {
        try await withSite(.embedded) { site in
            for number in 0..<RequestBudget.visiting.burst {
                let answer = try await status(
                    site, number % 2 == 0 ? "/" : "/nowhere", from: "2001:db8:1:2::\(number)")
                try #require(answer != .tooManyRequests)
            }
            for path in ["/", "/sign-in", "/conversations", "/nowhere", "/events"] {
                let answer = try await status(site, path, from: "2001:db8:1:2:ffff::1")
                #expect(answer == .tooManyRequests)
            }
            let free = [
                ("/healthz", "2001:db8:1:2::1"), ("/readyz", "2001:db8:1:2::1"), ("/", "2001:db8:1:3::1"), ("/", nil),
            ]
            for (path, address) in free {
                let answer = try await status(site, path, from: address)
                #expect(answer == .ok || answer == .seeOther)
            }
            // A person is not counted with the address.
            #expect(try await site.browser(signedInAs: "alice").get("/conversations").status == .ok)
        }
    }

    @Test func `where nothing is limited, nothing is refused`() async throws {
        try await withSite(.embedded, limitsRequests: false) { site in
            for _ in 0...RequestBudget.visiting.burst {
                let answer = try await status(site, "/", from: "192.0.2.1")
                try #require(answer == .seeOther)
            }
        }
    }
}

@Suite struct RequestLimiterTests {
    private let start = Timestamp(milliseconds: 1_795_257_639_771)

    @Test(arguments: RequestBudget.allCases)
    func `a bucket is emptied at once, and fills up evenly`(budget: RequestBudget) {
        let limiter = RequestLimiter()
        let asker = RequestLimiter.Asker.person(.random())
        for _ in 0..<budget.burst { #expect(limiter.take(budget, by: asker, now: start) == nil) }
        let wait = limiter.take(budget, by: asker, now: start)
        #expect(wait != nil && wait! > .zero && wait! <= .seconds(60) / budget.perMinute)
        #expect(limiter.take(budget, by: .person(.random()), now: start) == nil)
        var taken = 0
        for second in 1...60 {
            while limiter.take(budget, by: asker, now: start.adding(.seconds(second))) == nil { taken += 1 }
        }
        #expect((budget.perMinute - 1...budget.perMinute).contains(taken))
    }

    @Test func `no more buckets are remembered than may be, and an empty one is not forgotten for full ones`() throws {
        let limiter = RequestLimiter(maximumAskers: 100)
        let greedy = RequestLimiter.Asker.address(try #require(IPAddress("192.0.2.1")?.subscriberNetwork))
        for _ in 0..<RequestBudget.visiting.burst { _ = limiter.take(.visiting, by: greedy, now: start) }
        for number in 0..<10_000 {
            let group = try #require(IPAddress("10.0.\(number / 250).\(number % 250)")?.subscriberNetwork)
            #expect(limiter.take(.visiting, by: .address(group), now: start) == nil)
            #expect(limiter.count <= 100)
        }
        #expect(limiter.take(.visiting, by: greedy, now: start) != nil)
        // What is full again is forgotten first.
        let later = start.adding(.seconds(3_600))
        _ = limiter.take(.visiting, by: .person(.random()), now: later)
        #expect(limiter.count <= 100)
    }
}
