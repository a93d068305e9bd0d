import Chat
import ChatBackend
import ChatStore
import Eventually
import Foundation
import HTTP
import Replay
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let path = "/conversations/\(veranda)"
private let verandaID = ConversationID(veranda)!
private let aliceID = UserID(alice)!

/// The sample world behind its REST API, which fails when told to.
private final class FailingBackend: Sendable {
    enum Failure {
        /// The message is stored, and the answer is lost.
        case lost
        /// The same, and nothing is answered any more.
        case down
        /// The same, and whoever reads messages waits.
        case hangs
    }

    let store: ChatStore
    let gate = Gate()
    private let failure = Mutex<Failure?>(nil)
    private let isDown = Atomic(false)

    init(_ clock: ManualClock) throws {
        store = try ChatStore(.memory, clock: clock.clock)
        _ = try SampleWorld.seed(store)
    }

    /// What goes wrong with the next message.
    func expect(_ failure: Failure) { self.failure.withLock { $0 = failure } }
    func recover() { isDown.store(false, ordering: .relaxed) }

    var handler: Handler {
        { request in
            if self.isDown.load(ordering: .relaxed), request.method == .get {
                await self.gate.wait()
                return Response(.badGateway)
            }
            let answer = await ChatBackend(repositories: self.store.repositories).respond(to: request)
            guard request.asks(.post, "/conversations/*/messages"),
                let failure = self.failure.withLock({ failure in
                    defer { failure = nil }
                    return failure
                })
            else { return answer }
            if failure != .hangs { self.gate.open() }
            self.isDown.store(failure != .lost, ordering: .relaxed)
            return Response(.gatewayTimeout)
        }
    }

    func count(of text: String) throws -> Int {
        try newest(1_000).count { $0.content == .text(sender: aliceID, text: text) }
    }

    func newest(_ count: Int) throws -> [Message] {
        try store.messages(in: verandaID, as: aliceID, before: nil, limit: count)
    }
}

extension Answer {
    /// The box's content.
    fileprivate var box: String? { match(#"<textarea[^>]*name="text"[^>]*>\n([^<]*)</textarea>"#) }
    fileprivate var anyKey: String? { match(#"name="key" value="([^"]*)""#) }
    fileprivate var reply: String? { match(#"name="reply" value="([^"]*)""#) }
}

/// A text that was not sent, or perhaps was: wherever it is offered again, it has its key, and becomes one message.
@Suite struct UnsentTextTests {
    private func withFailures(_ body: (SiteUnderTest, FailingBackend) async throws -> Void) async throws {
        let clock = ManualClock()
        let backend = try FailingBackend(clock)
        try await withSite(.rest(backend.handler), clock: clock) { try await body($0, backend) }
    }

    @Test func `on the page of the conversation, and in the draft`() async throws {
        try await withFailures { site, backend in
            let browser = try await site.browser(signedInAs: "alice")
            let page = try await browser.get(path)
            let (key, reply) = (try #require(page.formKey), try #require(page.messageIDs.last))
            backend.expect(.lost)
            let failed = try await browser.post(
                "\(path)/messages", ["text": "once", "key": .init(key), "reply": .init(reply)])
            #expect(failed.status == .gatewayTimeout)
            #expect(failed.text.contains("It may have arrived"))
            #expect(failed.anyKey == key)
            #expect(failed.reply == reply)
            #expect(failed.box == "once")
            // Another session knows the key too, from the draft.
            for browser in [browser, try await site.browser(signedInAs: "alice")] {
                let draft = try await browser.get(path)
                #expect(draft.box == "once")
                #expect(draft.anyKey == key)
            }
            // A script that keeps the same text does not know the key.
            _ = try await browser.post("\(path)/draft", ["text": "once"])
            #expect(try await browser.get(path).anyKey == key)
            #expect(
                try await browser.post("\(path)/messages", ["text": "once", "key": .init(key)]).status == .seeOther)
            #expect(try backend.count(of: "once") == 1)
            let after = try await browser.get(path)
            #expect(after.box == "")
            #expect(after.anyKey != key)
        }
    }

    @Test func `where the conversation can't be read`() async throws {
        try await withFailures { site, backend in
            let browser = try await site.browser(signedInAs: "alice")
            let reply = try #require(try backend.newest(1).first).id.description
            backend.expect(.down)
            let failed = try await browser.post(
                "\(path)/messages", ["text": "once", "key": "k-1", "reply": .init(reply)])
            #expect(failed.status == .gatewayTimeout)
            #expect(failed.text.contains("What was not sent"))
            #expect(failed.box == "once")
            #expect(failed.anyKey == "k-1")
            #expect(failed.reply == reply)
            backend.recover()
            #expect(
                try await browser.post("\(path)/messages", ["text": "once", "key": "k-1"]).status == .seeOther)
            #expect(try backend.count(of: "once") == 1)
        }
    }

    @Test func `where the backend hangs, and soon`() async throws {
        try await withFailures { site, backend in
            let browser = try await site.browser(signedInAs: "alice")
            backend.expect(.hangs)
            let failed = try await browser.post("\(path)/messages", ["text": "once", "key": "k-1"])
            #expect(failed.status == .gatewayTimeout)
            #expect(failed.box == "once")
            #expect(failed.anyKey == "k-1")
            #expect(backend.gate.waiting > 0)
            backend.gate.open()
        }
    }

    @Test func `after signing in again`() async throws {
        try await withFailures { site, backend in
            let browser = try await site.browser(signedInAs: "alice")
            let page = try await browser.get(path)
            let (key, reply) = (try #require(page.formKey), try #require(page.messageIDs.last))
            backend.expect(.lost)
            _ = try await browser.post("\(path)/messages", ["text": "once", "key": .init(key), "reply": .init(reply)])
            site.clock.advance(by: .seconds(31 * 24 * 3_600))
            let ended = try await browser.post(
                "\(path)/messages", ["text": "once", "key": .init(key), "reply": .init(reply)])
            #expect(ended.status == .unauthorized)
            #expect(ended.anyKey == key && ended.reply == reply && ended.box == "once")
            let back = try await browser.post(
                "/sign-in",
                [
                    "user": "alice", "conversation": .init(veranda), "text": "once", "key": .init(key),
                    "reply": .init(reply),
                ])
            #expect(back.headers[.location] == "\(path)?reply=\(reply)#latest")
            let thread = try await browser.get("\(path)?reply=\(reply)")
            #expect(thread.anyKey == key && thread.reply == reply && thread.box == "once")
        }
    }

    @Test func `where the provider refuses, or the person thinks better of it`() async throws {
        try await ProviderStage.run { stage in
            for error in ["access_denied", "server_error"] {
                let browser = try stage.site.browser()
                let back = try await stage.consent(
                    browser, ["conversation": .init(veranda), "text": "half a thought", "key": "k-1"])
                let state = try #require(RequestTarget(back)?.query["state"])
                let answer = try await browser.get("/sign-in/corp/callback?state=\(state)&error=\(error)")
                #expect(answer.box == "half a thought")
                #expect(answer.anyKey == "k-1")
            }
        }
    }

    @Test func `as a draft that a script keeps when the session may have ended`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let form: Form = ["text": "half a thought", "key": "k-1"]
            func submit() async throws -> Answer {
                try await browser.send(
                    ClientRequest(
                        .post, "\(site.url)\(path)/draft",
                        headers: [
                            .contentType: MediaType.urlEncodedForm.description, .origin: site.url,
                            "Sec-Fetch-Mode": "navigate",
                        ], body: form.urlEncoded))
            }
            #expect(try await submit().headers[.location] == "\(path)#latest")
            #expect(try await browser.get(path).anyKey == "k-1")
            browser.cookies["session"] = nil
            let answer = try await submit()
            #expect(answer.status == .unauthorized)
            #expect(answer.box == "half a thought")
            #expect(answer.anyKey == "k-1")
        }
    }

    @Test func `what travels through a sign-in comes back whole`() throws {
        let form: Form = [
            "conversation": .init(veranda), "text": " a & b\n", "key": "k-1",
            "reply": "550e8400-e29b-41d4-a716-446655460001",
        ]
        let context = SignInContext(form)
        let back = try #require(SignInContext(memo: context.memo).unsent)
        #expect(back.text == " a & b\n" && back.key == FormKey("k-1"))
        #expect(back.reply == MessageID("550e8400-e29b-41d4-a716-446655460001"))
    }

    @Test func `where too many messages came since, one is told that it can't be known`() async throws {
        try await withFailures { site, backend in
            let browser = try await site.browser(signedInAs: "alice")
            backend.expect(.lost)
            _ = try await browser.post("\(path)/messages", ["text": "once", "key": "k-1"])
            let alias = try #require(Alias("bob"))
            let bob = try backend.store.user(alias: alias).id
            for number in 0..<MessageLimits.maximumSearched {
                site.clock.advance(by: .milliseconds(1))
                let new = NewMessage(conversation: verandaID, sender: bob, text: try MessageText("\(number)"))
                _ = try await backend.store.send(new)
            }
            let answer = try await browser.post("\(path)/messages", ["text": "once", "key": "k-1"])
            #expect(answer.status == .conflict)
            #expect(answer.text.contains("It can&#39;t be found out whether this arrived before"))
            #expect(answer.box == "once")
            let key = try #require(answer.anyKey)
            #expect(key != "k-1")
            #expect(
                try await browser.post("\(path)/messages", ["text": "once", "key": .init(key)]).status == .seeOther)
        }
    }

    @Test func `who was removed meanwhile still sees the text`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            _ = try await site.repositories.conversations.remove(aliceID, from: verandaID, by: aliceID)
            let answer = try await browser.post("\(path)/messages", ["text": "half a <thought>"])
            #expect(answer.status == .forbidden)
            #expect(answer.box == "half a &lt;thought&gt;")
            let stranger = try await browser.post(
                "/conversations/\(UUID().uuidString.lowercased())/messages", ["text": "for nobody"])
            #expect(stranger.status == .notFound)
            #expect(stranger.box == "for nobody")
        }
    }
}
