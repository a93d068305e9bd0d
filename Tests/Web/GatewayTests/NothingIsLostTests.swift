import Chat
import Foundation
import Gateway
import HTTP
import Replay
import RepositoryBehaviour
import Testing

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// Whatever goes wrong: a clear page, the right status, and the text kept.
@Suite struct NothingIsLostTests {
    /// The box's content, as a browser would show it.
    private func box(_ answer: Answer) -> String? {
        answer.match(#"<textarea[^>]*name="text"[^>]*>\n([^<]*)</textarea>"#)
    }

    @Test func `a blank text comes back with the reason`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let answer = try await browser.post("/conversations/\(veranda)/messages", ["text": "  \r\n "])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("Write something first."))
        }
    }

    @Test func `a text that is too long comes back whole with the reason`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let long = String(repeating: "縁", count: 12_345)
            let answer = try await browser.post("/conversations/\(veranda)/messages", ["text": long])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("this one has 12345"))
            #expect(box(answer) == long)
        }
    }

    @Test func `the longest text that is allowed arrives`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let longest = String(repeating: "👍", count: MessageText.maximumCharacters)
            #expect(try await browser.post("/conversations/\(veranda)/messages", ["text": longest]).status == .seeOther)
            #expect(try await browser.get("/conversations/\(veranda)").text.contains(longest))
        }
    }

    @Test func `a session that has ended asks for sign-in and keeps the text`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            site.clock.advance(by: .seconds(31 * 24 * 3_600))
            let typed = "  <b>half</b> a thought & more\n"
            let answer = try await browser.post("/conversations/\(veranda)/messages", ["text": typed])
            #expect(answer.status == .unauthorized)
            #expect(box(answer) == "  &lt;b&gt;half&lt;/b&gt; a thought &amp; more\n")
            let back = try await browser.post(
                "/sign-in", ["user": "alice", "conversation": veranda, "text": typed])
            #expect(back.headers[.location] == "/conversations/\(veranda)#latest")
            let thread = try await browser.get("/conversations/\(veranda)")
            #expect(box(thread) == "  &lt;b&gt;half&lt;/b&gt; a thought &amp; more\n")
            #expect(try await browser.get("/conversations").status == .ok)
        }
    }

    @Test func `what one signs in to send where one has no business is shown, and planted nowhere`() async throws {
        try await withSite(.embedded) { site in
            let answer = try await site.browser().post(
                "/sign-in", ["user": "dave", "conversation": veranda, "text": "kept for me"])
            #expect(answer.status == .notFound)
            #expect(box(answer) == "kept for me")
            _ = try await site.repositories.conversations.add(
                try #require(UserID("550e8400-e29b-41d4-a716-446655440004")), as: .member,
                to: try #require(ConversationID(veranda)),
                by: try #require(UserID(alice)))
            let dave = try await site.browser(signedInAs: "dave")
            #expect(!(try await dave.get("/conversations/\(veranda)").text.contains("kept for me")))
        }
    }

    @Test func `a backend that is down is 502, and the text stays`() async throws {
        let replay = ReplayBackend.open
        try await withSite(.replay(replay)) { site in
            let browser = try await site.browser(signedInAs: "alice")
            replay.tell(.failure(.internalServerError, message: "database is locked") { $0.method == .post })
            let answer = try await browser.post("/conversations/\(team)/messages", ["text": "keep me"])
            #expect(answer.status == .badGateway)
            #expect(box(answer) == "keep me")
            #expect(answer.text.contains("Your text is kept."))
            #expect(answer.messageIDs.count == 50)
            replay.tell(.failure(.internalServerError, message: "database is locked"))
            let worse = try await browser.post("/conversations/\(team)/messages", ["text": "keep me"])
            #expect(worse.status == .badGateway)
            #expect(box(worse) == "keep me")
            for path in ["/conversations", "/profile"] {
                let page = try await browser.get(path)
                #expect(page.status == .badGateway)
                #expect(page.text.contains("Try again"))
            }
            // What is known is shown, and marked.
            site.clock.advance(by: .seconds(60))
            let known = try await browser.get("/conversations/\(team)")
            #expect(known.status == .ok)
            #expect(known.messageIDs.count == 50)
            #expect(known.text.contains("The chat server can’t be reached."))
            replay.tellTheTruth()
            #expect(try await browser.get("/conversations").status == .ok)
        }
    }

    @Test func `a backend that is too slow is 504, and the text stays`() async throws {
        let replay = ReplayBackend.open
        try await withSite(.replay(replay)) { site in
            let browser = try await site.browser(signedInAs: "alice")
            replay.tell(.delay(backendPatience * 3) { $0.method == .post })
            let answer = try await browser.post("/conversations/\(team)/messages", ["text": "keep me"])
            #expect(answer.status == .gatewayTimeout)
            #expect(box(answer) == "keep me")
            #expect(answer.text.contains("It may have arrived"))
            #expect(replay.requests.count { $0.method == .post && $0.target.rawPath.hasSuffix("/messages") } == 1)
            replay.tell(.delay(backendPatience * 3))
            #expect(try await browser.get("/conversations").status == .gatewayTimeout)
        }
    }

    @Test func `a backend that talks nonsense is 502`() async throws {
        let replay = ReplayBackend.open
        try await withSite(.replay(replay)) { site in
            let browser = try await site.browser(signedInAs: "alice")
            replay.tell(.nonsense())
            for path in ["/conversations", "/conversations/\(team)", "/profile"] {
                #expect(try await browser.get(path).status == .badGateway)
            }
            #expect(!site.log.all.contains("keep me"))
        }
    }

    @Test func `with nobody there, sign-in says so and the process lives`() async throws {
        try await withSite(.address("http://127.0.0.1:1"), mode: .development) { site in
            let browser = try site.browser()
            let answer = try await browser.post("/sign-in", ["user": "alice"])
            #expect(answer.status == .badGateway)
            #expect(answer.text.contains("can&#39;t be reached"))
            #expect(answer.text.contains(#"value="alice""#))
            #expect(try await browser.get("/healthz").text == "alive\n")
            #expect(try await browser.get("/readyz").status == .serviceUnavailable)
        }
    }

    @Test(
        arguments: [
            (.tooLarge, .contentTooLarge, "a file is too large"), (.tooMany, .contentTooLarge, "At most 10 files"),
            (.busy, .serviceUnavailable, "too many files are being sent now"),
            (.noSpace, .insufficientStorage, "disk is full"),
        ] as [(UploadRefusal, Status, String)])
    func `a text beside files that were not taken stays`(refusal: UploadRefusal, status: Status, sentence: String)
        async throws
    {
        try await withSite(.embedded, hasFiles: true) { site in
            let browser = try await site.browser(signedInAs: "alice")
            func answer(_ path: String) async throws -> Response {
                var request = Request(
                    method: .post, target: try #require(RequestTarget(path)),
                    headers: [
                        "Host": "localhost", "Origin": "http://localhost", .acceptLanguage: "en",
                        .cookie: "session=\(try #require(browser.cookies["session"]))",
                    ], body: .form(["text": "keep me"]))
                request.uploadRefusal = refusal
                return await site.site.answer(request).0
            }
            let messages = try await browser.get("/conversations/\(veranda)").messageIDs
            let sent = try await answer("/conversations/\(veranda)/messages")
            let page = String(decoding: sent.body, as: UTF8.self)
            #expect(sent.status == status && page.contains(sentence) && page.contains("\nkeep me</textarea>"))
            #expect(try await browser.get("/conversations/\(veranda)").messageIDs == messages)
            // Where nothing was written beside a file, the page says why.
            #expect(try await answer("/profile/picture").status == status)
        }
    }

    @Test func `who has to sign in first is told that files have to be chosen again`() async throws {
        try await withSite(.embedded, hasFiles: true) { site in
            let sentence = "Its files are not kept"
            var request = Request(
                method: .post, target: try #require(RequestTarget("/conversations/\(veranda)/messages")),
                headers: ["Host": "localhost", "Origin": "http://localhost", .acceptLanguage: "en"],
                body: .form(["text": "keep me"]))
            func page() async -> String { String(decoding: await site.site.answer(request).0.body, as: UTF8.self) }
            #expect(await !page().contains(sentence))
            request.hasOmittedFiles = true
            let first = await page()
            #expect(first.contains(sentence) && first.contains("\nkeep me</textarea>"))
            // Also after an attempt that failed.
            let browser = try site.browser()
            let id = veranda.description
            let without = try await browser.post(
                "/sign-in", ["text": "keep me", "conversation": id, "user": "nobody"])
            #expect(!without.text.contains(sentence))
            let second = try await browser.post(
                "/sign-in", ["text": "keep me", "conversation": id, "user": "nobody", "lacks-files": "yes"]
            ).text
            #expect(second.contains(sentence) && second.contains(#"name="lacks-files" value="yes""#))
        }
    }

    @Test func `a body over the limit is a page in one's language`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice", language: "ja")
            let huge = String(repeating: "a", count: 2 << 20)
            let answer = try await browser.post("/conversations/\(veranda)/messages", ["text": huge])
            #expect(answer.status == .contentTooLarge)
            #expect(answer.text.contains("大きすぎます"))
        }
    }
}
