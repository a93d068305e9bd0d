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
        #expect(table == boundsTable, "docs/security.md has another table than this:\n\(boundsTable)")
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
            for number in 0..<RequestBudget.writing.size.burst {
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

    @Test(arguments: ["en", "ja"])
    func `a form for a new group that is refused for a while comes back with all that was chosen`(language: String)
        async throws
    {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let people = ["550e8400-e29b-41d4-a716-446655440002", "550e8400-e29b-41d4-a716-446655440003"]
            func form(_ key: String, name: String) -> Form {
                var form: Form = ["key": .init(key), "group": "on", "name": .init(name)]
                for person in people { form.append("people", person) }
                return form
            }
            for number in 0..<RequestBudget.creating.size.burst {
                let answer = try await alice.post("/conversations", form("k\(number)", name: "G\(number)"))
                try #require(answer.status == .seeOther)
            }
            let refused = try await alice.post("/conversations", form("kept", name: "Tea & <Go>"))
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers["Retry-After"] == "1")
            #expect(refused.text.contains(#"action="/conversations""#))
            #expect(refused.text.contains(#"name="name" type="text" value="Tea &amp; &lt;Go&gt;""#))
            #expect(refused.text.contains(#"name="key" value="kept""#))
            #expect(refused.text.contains(#"name="group" value="on""#))
            for person in people { #expect(refused.text.contains(#"name="people" value="\#(person)""#)) }
            site.clock.advance(by: .seconds(1))
            let made = try await alice.post("/conversations", form("kept", name: "Tea & <Go>"))
            #expect(made.status == .seeOther)
        }
    }

    @Test func `drafts, searches, reactions and preferences have their limits`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let message = try #require(
                try await alice.get("/conversations/\(veranda)").messageIDs.first)
            let messages = "/conversations/\(veranda)/messages"
            let requests: [(RequestBudget, () async throws -> Answer)] = [
                (.noting, { try await alice.post("/conversations/\(veranda)/draft", ["text": "half a thought"]) }),
                (.searching, { try await alice.get("/search?q=tea") }),
                (.writing, { try await alice.post("\(messages)/\(message)/reactions", ["emoji": "👍", "key": "k"]) }),
                (.settings, { try await alice.post("/preferences", ["language": "en"]) }),
            ]
            for (budget, request) in requests {
                var answer = try await request()
                for _ in 0..<budget.size.burst where answer.status != .tooManyRequests { answer = try await request() }
                #expect(answer.status == .tooManyRequests, "\(budget)")
                #expect(answer.headers["Retry-After"] == "1")
                if budget == .noting { #expect(answer.text.contains("half a thought</textarea>")) }
                if budget == .writing { #expect(answer.text.contains(#"name="emoji" value="👍""#)) }
                // Nothing secret is written into a page.
                if budget == .settings { #expect(!answer.text.contains(#"name="language" value="en""#)) }
            }
        }
    }

    /// What a site answers to somebody at an address.
    private func status(_ site: SiteUnderTest, _ path: String, from address: String?) async throws -> Status {
        let target = try #require(RequestTarget(path))
        return await site.site.respond(to: Request(method: .get, target: target, remoteAddress: address)).status
    }

    @Test func `who is not signed in is counted by address, and a network of IPv6 as one`() async throws {
        try await withSite(.embedded) { site in
            for number in 0..<RequestBudget.visiting.size.burst {
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

    @Test func `many accounts at one address share a budget, and the text that is refused is kept`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let network = try #require(IPAddress("127.0.0.1")?.subscriberNetwork)
            let size = try #require(RequestBudget.writing.sizeOfAddress)
            for _ in 0..<size.burst {
                #expect(site.site.parts.requests.take(.writing, by: .people(network), now: site.clock.now) == nil)
            }
            let form: Form = ["text": "kept", "key": "00112233445566778899aabbccddeeff"]
            let answer = try await browser.post("/conversations/\(veranda)/messages", form)
            #expect(answer.status == .tooManyRequests)
            #expect(answer.text.contains("kept"))
            #expect(try await browser.get("/conversations").status == .ok, "reading is counted by user only")
        }
    }

    @Test func `where nothing is limited, nothing is refused`() async throws {
        try await withSite(.embedded, limitsRequests: false) { site in
            for _ in 0...RequestBudget.visiting.size.burst {
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
        let requester = RequestLimiter.Requester.person(.random())
        for _ in 0..<budget.size.burst { #expect(limiter.take(budget, by: requester, now: start) == nil) }
        let wait = limiter.take(budget, by: requester, now: start)
        #expect(wait != nil && wait! > .zero && wait! <= .seconds(60) / budget.size.perMinute)
        #expect(limiter.take(budget, by: .person(.random()), now: start) == nil)
        var taken = 0
        for second in 1...60 {
            while limiter.take(budget, by: requester, now: start.adding(.seconds(second))) == nil { taken += 1 }
        }
        #expect((budget.size.perMinute - 1...budget.size.perMinute).contains(taken))
    }

    @Test func `no more buckets are remembered than may be, and an empty one is not forgotten for full ones`() throws {
        let limiter = RequestLimiter(maximumRequesters: 100)
        let greedy = RequestLimiter.Requester.address(try #require(IPAddress("192.0.2.1")?.subscriberNetwork))
        for _ in 0..<RequestBudget.visiting.size.burst { _ = limiter.take(.visiting, by: greedy, now: start) }
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

/// The table of routes in `docs/security.md`.
private var boundsTable: String {
    let rows = Routes.table.rows.map { row in
        cells(row.name, "`\(row.method) \(row.pattern)`", row.access.text, row.bounds)
    }
    let head = [
        "| route | request | who | body | time | by person | by address | memory |",
        "|---|---|---|---|---|---|---|---|",
    ]
    return (head + rows + [cells(.unknown, "", "", .unknown), cells(.unreadable, "", "", .unreadable)])
        .joined(separator: "\n")
}

private func cells(_ name: RouteName, _ request: String, _ who: String, _ bounds: RouteBounds) -> String {
    let budgets = [bounds.person, bounds.address].map { budget in
        budget.map { "\($0.rawValue): \($0.size.burst), \($0.size.perMinute) a minute" }
            ?? bounds.exemption?.rawValue ?? ""
    }
    let attempts = bounds.attempts == .none ? "" : "; \(bounds.attempts.rawValue)"
    let cells = [
        "`\(name.rawValue)`", request, who,
        bounds.body.bytes == 0 ? "none" : "\(bounds.body.bytes / 1_024) KiB", bounds.time.rawValue,
        budgets[0], budgets[1] + attempts, bounds.memory.rawValue,
    ]
    return "| \(cells.joined(separator: " | ")) |"
}

extension RouteAccess {
    fileprivate var text: String {
        switch self {
        case .anyone: "anyone"
        case .signedIn, .signedInElseStatus, .signedInElseText: "signed in"
        case .freshProof: "fresh proof"
        case .freshProofForSome: "signed in, fresh proof for some"
        case .admin: "admin"
        case .adminWithFreshProof: "admin with fresh proof"
        }
    }
}
