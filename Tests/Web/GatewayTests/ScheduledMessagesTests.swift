import Accounts
import Chat
import ChatBackend
import ChatStore
import Foundation
import HTTP
import RepositoryBehaviour
import Synchronization
import Testing
import TimeZones

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let path = "/conversations/\(veranda)/later"

/// Messages that are sent later.
@Suite struct ScheduledMessagesTests {
    /// The id of the only message in the list.
    private func onlyID(_ browser: Browser) async throws -> String {
        try #require(try await browser.get("/scheduled").match(#"action="/scheduled/([0-9a-zA-Z-]+)/discard""#))
    }

    private func newest(_ browser: Browser) async throws -> String {
        try await browser.get("/conversations/\(veranda)?at=newest").text
    }

    @Test(arguments: [(true, "en"), (false, "en"), (true, "ja")])
    func `a text of the text box is sent when its moment has come, once, and its draft goes`(
        isEmbedded: Bool, language: String
    ) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let bob = try await site.browser(signedInAs: "bob", language: language)
            // The button beside the text box.
            #expect(try await alice.get("/conversations/\(veranda)").text.contains(#"formaction="\#(path)""#))
            let form = try await alice.post(path, ["text": "in an <hour>\r\nor so"])
            #expect(form.status == .ok)
            #expect(form.match(#"name="text"[^>]*>\s*([^<]*)</textarea>"#) == "in an &lt;hour&gt;\r\nor so")
            let draft = try #require(form.match(#"name="draft" value="([^"]*)""#))
            #expect(draft == "in an &lt;hour&gt;\r\nor so")
            // It is the draft until it is scheduled.
            #expect(try await newest(alice).contains("in an &lt;hour&gt;"))
            let key = try #require(form.match(#"name="key" value="([^"]*)""#))
            let typed = "in an <hour>\r\nor so"
            let scheduling: Form = [
                "text": .init(typed), "draft": .init(typed), "key": .init(key), "when": "hour",
            ]
            for _ in 1...2 {
                let answer = try await alice.post(path, scheduling)
                #expect(answer.status == .seeOther && answer.headers[.location] == "/scheduled")
            }
            #expect(!(try await newest(alice).contains("in an &lt;hour&gt;")))
            let list = try await alice.get("/scheduled").text
            #expect(list.components(separatedBy: "in an &lt;hour&gt; or so").count == 2)
            #expect(list.contains(#"href="/conversations/\#(veranda)""#))
            #expect(!(try await bob.get("/scheduled").text.contains("or so")))
            let sending = site.site.features.scheduledSending
            site.clock.advance(by: .seconds(3_599))
            await sending.sendDue()
            #expect(!(try await newest(bob).contains("or so")))
            site.clock.advance(by: .seconds(1))
            for _ in 1...2 { await sending.sendDue() }
            #expect(try await newest(bob).components(separatedBy: "or so").count == 2)
            #expect(!(try await alice.get("/scheduled").text.contains("or so")))
        }
    }

    @Test(arguments: [true, false])
    func `where a gateway stopped after it sent a message, the next attempt makes no second one`(isEmbedded: Bool)
        async throws
    {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let alice = try await site.browser(signedInAs: "alice")
            #expect(try await alice.post(path, ["text": "only once", "when": "hour"]).status == .seeOther)
            site.clock.advance(by: .seconds(3_600))
            let sending = site.site.features.scheduledSending
            let begun = try await site.accounts.beginScheduled(limit: 1, lease: .seconds(60))
            let one = try #require(begun.first)
            _ = try await sending.composing.send(one.message, key: one.id, in: nil, from: nil)
            await sending.sendDue()
            #expect(try await site.accounts.scheduledMessages(of: .alice).map(\.state) == [.begun])
            site.clock.advance(by: .seconds(60))
            await sending.sendDue()
            #expect(try await site.accounts.scheduledMessages(of: .alice) == [])
            let page = try await alice.get("/conversations/\(veranda)?at=newest").text
            #expect(page.components(separatedBy: "only once").count == 2)
        }
    }

    @Test func `a draft that was changed meanwhile stays, and a reply stays a reply`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let bob = try await site.browser(signedInAs: "bob")
            #expect(try await bob.post("/conversations/\(veranda)/messages", ["text": "question"]).status == .seeOther)
            let question = try #require(try await alice.get("/conversations/\(veranda)").messageIDs.last)
            let form = try await alice.post(path, ["text": "answer", "reply": .init(question)])
            #expect(form.text.contains(#"name="reply" value="\#(question)""#))
            #expect(
                try await alice.post("/conversations/\(veranda)/draft", ["text": "something else"]).status == .noContent
            )
            #expect(alice.cookies["zone"] == "Asia%2FTokyo")
            let zone = try #require(ZoneOfTime.named("Asia/Tokyo"))
            let time = ViewerTime(zone: zone, now: site.clock.clock.now(), say: Speaker(language: .english))
            let soon = time.formMoment(time.now.adding(.seconds(120))).description
            let scheduling: Form = [
                "text": "answer", "draft": "answer", "reply": .init(question), "when": "at", "at": .init(soon),
            ]
            #expect(try await alice.post(path, scheduling).status == .seeOther)
            #expect(try await newest(alice).contains("something else"))
            site.clock.advance(by: .seconds(120))
            await site.site.features.scheduledSending.sendDue()
            let page = try await newest(bob)
            #expect(page.contains("answer") && page.contains(#"class="quote""#))
        }
    }

    @Test(arguments: [
        (["when": "at", "at": "nonsense"], "Choose a day and a time"),
        (["when": "at", "at": "2001-01-01T00:00"], "in the past"),
        (["when": "at", "at": "2098-12-31T23:59"], "a year ahead at most"),
        (["when": "hour", "text": "  \r\n "], "Write"),
    ])
    func `what can't be scheduled comes back with the reason, and the text`(_ form: [String: String], reason: String)
        async throws
    {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let fields = form.map { ($0.key, $0.value) } + (form["text"] == nil ? [("text", "my <text>")] : [])
            let answer = try await alice.post(path, Form(fields.map { Form.Field(name: $0.0, value: $0.1) }))
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains(reason))
            #expect(form["text"] != nil || answer.text.contains("my &lt;text&gt;"))
            #expect(try await site.accounts.scheduledMessages(of: .alice) == [])
        }
    }

    @Test func `it is changed, sent at once and discarded, by its author`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let bob = try await site.browser(signedInAs: "bob")
            #expect(try await alice.post(path, ["text": "first", "when": "tomorrow"]).status == .seeOther)
            let id = try await onlyID(alice)
            let page = try await alice.get("/scheduled/\(id)")
            #expect(page.status == .ok && page.text.contains("first"))
            #expect(try await bob.get("/scheduled/\(id)").status == .notFound)
            let change: Form = ["conversation": .init(veranda), "text": "second", "when": "now"]
            let foreign = try await bob.post("/scheduled/\(id)", change)
            #expect(foreign.status == .conflict && foreign.text.contains("second"))
            #expect(try await bob.post("/scheduled/\(id)/discard", [:]).status == .conflict)
            #expect(try await alice.post("/scheduled/\(id)", change).status == .seeOther)
            let sent = try await newest(bob)
            #expect(sent.contains("second") && !sent.contains("first"))
            #expect(try await alice.post("/scheduled/\(id)", change).status == .conflict)
            #expect(try await alice.post(path, ["text": "third", "when": "monday"]).status == .seeOther)
            #expect(try await alice.post("/scheduled/\(try await onlyID(alice))/discard", [:]).status == .seeOther)
            #expect(try await alice.get("/scheduled").text.contains("No messages are scheduled"))
        }
    }

    @Test func `whoever was removed from the conversation, or disabled, sends nothing, and is told`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let bob = try await site.browser(signedInAs: "bob")
            let haruka = try await site.browser(signedInAs: "haruka")
            for browser in [alice, bob] {
                #expect(try await browser.post(path, ["text": "hello <all>", "when": "hour"]).status == .seeOther)
            }
            #expect(
                try await alice.post("/conversations/\(veranda)/members/remove", ["user": "\(UserID.alice)"]).status
                    == .seeOther)
            _ = try await site.accounts.disable(.bob)
            site.clock.advance(by: .seconds(3_600))
            await site.site.features.scheduledSending.sendDue()
            #expect(!(try await newest(haruka).contains("hello &lt;all&gt;")))
            #expect(try await alice.get("/scheduled").text.contains("you can&#39;t send messages to this"))
            #expect(try await alice.get("/profile").text.contains(#"<span class="badge">1</span>"#))
            // On every page, until it was seen.
            let told = try await alice.get("/conversations")
            #expect(
                told.text.contains("A scheduled message could not be sent.")
                    && told.text.contains(#"href="/scheduled""#))
            #expect(!told.text.contains(#"href="/profile/security""#))
            let until = try #require(told.match(#"data-until="([0-9]+)""#))
            let seen: Form = ["until": .init(until), "return": "/conversations"]
            #expect(try await alice.post("/profile/security/seen", seen).status == .seeOther)
            #expect(!(try await alice.get("/conversations").text.contains("could not be sent")))
            #expect(try await site.accounts.scheduledMessages(of: .bob).map(\.state) == [.refused])
        }
    }

    @Test func `while the backend is away it is tried again, for an hour`() async throws {
        let isAway = Atomic(false)
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        _ = try SampleWorld.seed(store)
        let handler: Handler = { request in
            if isAway.load(ordering: .relaxed) { return Response(.badGateway) }
            return await ChatBackend(repositories: store.repositories).respond(to: request)
        }
        try await withSite(.rest(handler), clock: clock) { site in
            let alice = try await site.browser(signedInAs: "alice")
            for text in ["one", "two"] {
                #expect(try await alice.post(path, ["text": text, "when": "hour"]).status == .seeOther)
                clock.advance(by: .seconds(1_800))
            }
            isAway.store(true, ordering: .relaxed)
            clock.advance(by: .seconds(1_800))
            let sending = site.site.features.scheduledSending
            await sending.sendDue()
            #expect(try await site.accounts.scheduledMessages(of: .alice).map(\.state) == [.postponed, .postponed])
            isAway.store(false, ordering: .relaxed)
            // The first is due for more than an hour now, the second for less.
            clock.advance(by: .seconds(1_801))
            await sending.sendDue()
            #expect(try await site.accounts.scheduledMessages(of: .alice).map(\.state) == [.late])
        }
    }

    @Test func `a request that is refused before it begins, and a session that is over, keep the text`() async throws {
        try await withSite(.embedded) { site in
            let nobody = try site.browser()
            let answer = try await nobody.post(path, ["text": "my <text>", "when": "hour"])
            #expect(answer.text.contains("my &lt;text&gt;") && answer.text.contains(#"action="/sign-in""#))
            let alice = try await site.browser(signedInAs: "alice")
            var refused: Answer?
            for _ in 0..<1_000 where refused == nil {
                let answer = try await alice.post(path, ["text": " ", "when": "hour"])
                if answer.status == .tooManyRequests { refused = answer }
            }
            #expect(refused?.text.contains(#"action="\#(path)""#) == true)
            let change: Form = ["conversation": .init(veranda), "text": "my <text>", "when": "hour"]
            let changed = try await alice.post("/scheduled/a-key", change)
            #expect(changed.status == .tooManyRequests && changed.text.contains("my &lt;text&gt;"))
            #expect(changed.text.contains(#"action="/scheduled/a-key""#))
        }
    }
}
