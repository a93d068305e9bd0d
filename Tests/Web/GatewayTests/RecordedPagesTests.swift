import Gateway
import HTTP
import Recording
import Replay
import Testing

/// Alice, as the real backend knew her when it was recorded.
let alice = "550e8400-e29b-41d4-a716-446655440001"
/// The group in the recordings.
let team = "eb941a82-f12a-4c35-86a1-795aaf834705"

extension ReplayBackend {
    /// The real backend of the open access mode, at the time when its lists were full.
    static var open: ReplayBackend {
        let early = ["conversations-list-empty", "messages-list-empty"]
        return ReplayBackend(
            Recordings.open.exchanges().filter { !early.contains($0.meta.name) } + newest)
    }

    /// What was not recorded of Alice and the pages ask for. Made after what was recorded of Bob.
    private static var newest: [RecordedExchange] {
        func answer(_ path: String, _ body: String) -> RecordedExchange {
            RecordedExchange(
                request: .init(method: "GET", path: path),
                response: .init(status: 200, headers: ["content-type": "application/json"], body: body),
                meta: .init(name: path))
        }
        let pairs = ["5daa6dbe-e5cc-41a3-b2c4-d72a26e3c1fe", "c61fe796-3e0d-4d08-9154-a4ae6b285aeb"]
        return pairs.map { answer("/conversations/\($0)/messages?userId=\(alice)&limit=1", "[]") }
            + (pairs + [team]).map {
                answer("/conversations/\($0)/unread-count?userId=\(alice)", #"{"unreadCount":0}"#)
            } + [answer("/users/\(alice)/bookmarks", "[]")]
    }
}

/// Whole pages, in front of what a real backend answered.
@Suite struct RecordedPagesTests {
    @Test(arguments: ["ja", "en"]) func `the pages are what they were`(language: String) async throws {
        try await withSite(.replay(.open)) { site in
            let browser = try site.browser(language: language)
            try expectPage(try await browser.get("/sign-in"), "sign-in.\(language)")
            #expect(try await browser.post("/sign-in", ["user": "alice"]).headers[.location] == "/conversations")
            try expectPage(try await browser.get("/conversations"), "conversations.\(language)")
            let thread = try await browser.get("/conversations/\(team)")
            try expectPage(Answer(thread, replacing: try #require(thread.formKey), with: "key"), "thread.\(language)")
            try expectPage(try await browser.get("/profile"), "profile.\(language)")
            try expectPage(try await browser.get("/nowhere"), "not-found.\(language)")
        }
    }

    @Test func `the development mode's pages are what they were`() async throws {
        try await withSite(.replay(.open), mode: .development) { site in
            let browser = try site.browser()
            try expectPage(try await browser.get("/sign-in"), "sign-in.development")
            try expectPage(try await browser.get("/session"), "session.nobody")
            _ = try await browser.post("/sign-in", ["user": alice])
            try expectPage(try await browser.get("/session"), "session.alice")
        }
    }

    @Test func `neither quick sign-in nor the session page exists in production`() async throws {
        try await withSite(.replay(.open)) { site in
            let browser = try await site.browser(signedInAs: "alice")
            #expect(try await browser.get("/session").status == .notFound)
            let other = try site.browser()
            let page = try await other.get("/sign-in")
            #expect(!page.text.contains("class=\"development\""))
        }
    }

    @Test func `hostile text of the real backend is shown as text`() async throws {
        try await withSite(.replay(.open)) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let page = try await browser.get("/conversations")
            #expect(page.text.contains("Team 🚀 &lt;b&gt;チーム&lt;/b&gt;"))
            #expect(!page.text.contains("<b>"))
        }
    }

    @Test func `a conversation that the backend shows to anyone is 404 to a stranger`() async throws {
        let replay = ReplayBackend.open
        try await withSite(.replay(replay)) { site in
            // Eve of the recordings takes no part in the team.
            let browser = try site.browser()
            let stranger = "42848ccd-4a5b-4909-97e9-d88865d1edcd"
            #expect(try await browser.post("/sign-in", ["user": stranger]).status == .seeOther)
            for path in ["/conversations/\(team)", "/conversations/\(team)?before=1795257639695.\(team)"] {
                #expect(try await browser.get(path).status == .notFound)
            }
            #expect(
                try await browser.post("/conversations/\(team)/messages", ["text": "let me in"]).status == .notFound)
            #expect(!replay.requests.contains { $0.method == .post && $0.target.rawPath.hasSuffix("/messages") })
        }
    }
}
