import Accounts
import Chat
import Eventually
import Foundation
import HTTP
import Pictures
import Replay
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let thread = "/conversations/\(veranda)"

/// One red pixel.
private let pixel = Array(
    Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
        ?? Data())

/// A web whose pages have their path as title.
private final class PreviewedWeb: Transport {
    let asked = Count()
    private let answers: Gate?

    /// - Parameter answers: holds back the answers.
    init(answers: Gate? = nil) { self.answers = answers }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        asked.add()
        await answers?.wait()
        guard let url = URL(string: request.url), url.path() != "/gone" else { return ClientResponse(.notFound) }
        if url.path() == "/p.png" { return ClientResponse(.ok, body: pixel) }
        let html = """
            <title>Page \(url.path()) &lt;b&gt;</title><meta name=description content="About &quot;it&quot;">
            <meta property=og:site_name content="Site &amp; Co"><meta property=og:image content=/p.png>
            """
        return ClientResponse(.ok, headers: [.contentType: "text/html"], body: Array(html.utf8))
    }
}

extension SiteUnderTest {
    /// Sends a message in the veranda, and returns its id.
    fileprivate func say(_ text: String, _ browser: Browser) async throws -> String {
        _ = try await browser.post("\(thread)/messages", ["text": text, "key": "\(UUID())"])
        return try #require(try await browser.get(thread).messageIDs.last)
    }

    /// Waits until the page of the veranda shows a number of previews.
    fileprivate func wait(for count: Int, _ browser: Browser) async throws {
        try await eventually { try await browser.get(thread).previews.count == count }
    }
}

extension Answer {
    /// The markup of the previews, from top to bottom.
    fileprivate var previews: [String] {
        text.components(separatedBy: #"<a class="preview""#).dropFirst().compactMap {
            $0.components(separatedBy: "</a>").first
        }
    }
}

@Suite struct LinkPreviewTests {
    @Test func `a link gets a preview of its page, whose picture comes from this site`() async throws {
        let web = PreviewedWeb()
        try await withSite(.embedded, linked: web) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let id = try await site.say("Look: https://host.example/a?b=1&c=2#top and https://other.example/", bob)
            try await site.wait(for: 1, alice)
            let page = try await alice.get(thread)
            let picture = try #require(page.match(#"<img src="([^"]*/preview[^"]*)""#))
            #expect(
                page.previews == [
                    """
                     href="https://host.example/a?b=1&amp;c=2" rel="noopener noreferrer nofollow ugc">\
                    <span class="preview-text"><span class="muted">host.example · Site &amp; Co</span>\
                    <strong dir="auto">Page /a &lt;b&gt;</strong><span dir="auto">About &quot;it&quot;</span></span>\
                    <img src="\(picture)" alt="" width="72" height="72" loading="lazy" decoding="async">
                    """
                ])
            #expect(picture.hasPrefix("\(thread)/messages/\(id)/preview?at="))
            let image = try await alice.get(picture)
            #expect(image.status == .ok)
            #expect(image.headers[.contentType] == "image/webp")
            #expect(image.headers[.cacheControl] == "private, no-cache")
            #expect(image.text.hasPrefix("RIFF"))
            let tag = try #require(image.headers[.eTag])
            #expect(try await alice.get(picture, [.ifNoneMatch: tag]).status == .notModified)
            #expect(try await site.browser().get(picture).status == .unauthorized)
            let conversation = try #require(ConversationID(veranda))
            _ = try await site.repositories.conversations.remove(.bob, from: conversation, by: .bob)
            #expect(try await bob.get(picture).status == .forbidden)
            #expect(web.asked.value == 2)
        }
    }

    @Test(arguments: [true, false])
    func `an open page gets the preview when it has arrived`(isEmbedded: Bool) async throws {
        let answers = Gate()
        try await withSite(isEmbedded ? .embedded : .remote, linked: PreviewedWeb(answers: answers)) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let stream = try site.watch(alice)
            try await stream.wait { !$0.events("ready").isEmpty }
            let id = try await site.say("https://host.example/a", bob)
            try await stream.wait { !$0.events("posted").isEmpty }
            #expect(!stream.events("posted")[0].html.contains("preview"))
            #expect(try await alice.get(thread).previews.isEmpty, "no page waits for it")
            answers.open()
            try await stream.wait { !$0.events("changed").isEmpty }
            let event = stream.events("changed")[0]
            #expect(event.data["message"] as? String == id)
            #expect(event.html.contains(#"<strong dir="auto">Page /a &lt;b&gt;</strong>"#))
            // Other changes of the message keep it.
            _ = try await alice.post("\(thread)/messages/\(id)/reactions", ["add": "🎉"])
            try await stream.wait { $0.events("changed").count > 1 }
            #expect(stream.events("changed")[1].html.contains("Page /a"))
            // Its author removes it for everyone.
            #expect(try await bob.post("\(thread)/messages/\(id)/preview", [:]).status == .seeOther)
            try await stream.wait { $0.events("changed").count > 2 }
            #expect(!stream.events("changed")[2].html.contains("Page /a"))
            _ = try await alice.post("\(thread)/messages/\(id)/reactions", ["add": "👀"])
            try await stream.wait { $0.events("changed").count > 3 }
            #expect(!stream.events("changed")[3].html.contains("Page /a"))
            stream.close()
        }
    }

    @Test func `its author may remove it for everyone, and it stays removed`() async throws {
        try await withSite(.embedded, linked: PreviewedWeb()) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let id = try await site.say("https://host.example/a", bob)
            try await site.wait(for: 1, alice)
            let removal = #"action="\#(thread)/messages/\#(id)/preview"#
            #expect(try await bob.get("\(thread)/messages/\(id)").text.contains(removal))
            #expect(try await !alice.get("\(thread)/messages/\(id)").text.contains(removal))
            let picture = try #require(try await alice.get(thread).match(#"<img src="([^"]*/preview[^"]*)""#))
            #expect(try await alice.post("\(thread)/messages/\(id)/preview", [:]).status == .forbidden)
            #expect(
                try await bob.post("\(thread)/messages/\(id)/preview", [:], origin: "https://evil.example").status
                    == .forbidden)
            #expect(try await alice.get(thread).previews.count == 1)
            let answer = try await bob.post("\(thread)/messages/\(id)/preview", [:])
            #expect(answer.headers[.location]?.hasSuffix("#m-\(id)") == true)
            for browser in [alice, bob] { #expect(try await browser.get(thread).previews.isEmpty) }
            #expect(try await alice.get(picture).status == .notFound)
            #expect(try await !bob.get("\(thread)/messages/\(id)").text.contains(removal))
            // Another message with the link has one of its own.
            _ = try await site.say("again https://host.example/a", bob)
            try await site.wait(for: 1, alice)
            #expect(try await site.accounts.removedPreviews(among: [try #require(MessageID(id))]).count == 1)
        }
    }

    @Test func `a hundred who read make one request, and one that failed is not made again for an hour`() async throws {
        let web = PreviewedWeb()
        let clock = ManualClock()
        try await withSite(.embedded, linked: web, limitsRequests: false, clock: clock) { site in
            let bob = try await site.browser(signedInAs: "bob")
            _ = try await site.say("https://host.example/gone", bob)
            func read() async throws {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for alias in ["alice", "bob"] {
                        let browser = try await site.browser(signedInAs: alias)
                        for _ in 0..<50 {
                            group.addTask {
                                let page = try await browser.get("\(thread)?at=newest")
                                #expect(page.previews.isEmpty)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            try await read()
            try await eventually { site.log.all.contains("no link preview") }
            try await read()
            #expect(web.asked.value == 1)
            clock.advance(by: .seconds(3_600))
            try await eventually {
                _ = try await bob.get("\(thread)?at=newest")
                return web.asked.value == 2
            }
        }
    }

    @Test func `who hides previews has none, and others have`() async throws {
        try await withSite(.embedded, linked: PreviewedWeb()) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            _ = try await site.say("https://host.example/a", bob)
            try await site.wait(for: 1, alice)
            let form = try await alice.get("/profile/appearance").text
            #expect(form.contains(#"name="previews" value="shown" checked"#))
            let settings: Form = [
                "theme": "dark", "size": "normal", "density": "roomy", "enter": "send", "previews": "hidden",
            ]
            #expect(try await alice.post("/profile/appearance", settings).status == .seeOther)
            let page = try await alice.get(thread)
            #expect(page.previews.isEmpty)
            #expect(page.text.contains(#"data-previews="hidden""#))
            #expect(try await bob.get(thread).previews.count == 1)
            // On another device too, and also where a form of an earlier page is sent.
            let phone = try await site.browser(signedInAs: "alice")
            _ = try await phone.get("/conversations")
            #expect(try await phone.get(thread).previews.isEmpty)
            _ = try await alice.post(
                "/profile/appearance", ["theme": "light", "size": "normal", "density": "roomy", "enter": "send"])
            #expect(try await alice.get(thread).previews.isEmpty)
        }
    }

    @Test(arguments: [
        "no link", "`https://host.example/`", "https://chat.example/conversations/\(veranda)",
        "http://host.example:8080/",
        "https://user@host.example/", "mailto:a@b.example",
    ])
    func `what is not asked for`(text: String) async throws {
        try await withSite(.embedded, publicURL: "https://chat.example", linked: NoWeb()) { site in
            let message = Message(
                id: .random(), conversation: try #require(ConversationID(veranda)),
                content: .text(sender: .bob, text: text), replyTo: nil, createdAt: site.clock.now, reactions: [])
            let (previews, live) = (try #require(site.site.parts.previews), site.site.parts.live)
            previews.look(at: message, live)
            #expect(previews.waiting == 0)
        }
    }

    @Test func `old messages make no requests, and only so many are made for a person and of a host`() async throws {
        let web = PreviewedWeb(answers: Gate())
        let clock = ManualClock()
        try await withSite(.embedded, linked: web, clock: clock) { site in
            let (previews, live) = (try #require(site.site.parts.previews), site.site.parts.live)
            let conversation = try #require(ConversationID(veranda))
            func look(_ url: String, _ sender: UserID, age: Duration = .zero) {
                previews.look(
                    at: Message(
                        id: .random(), conversation: conversation, content: .text(sender: sender, text: url),
                        replyTo: nil, createdAt: clock.now.adding(.zero - age), reactions: []), live)
            }
            look("https://old.example/", .bob, age: .seconds(24 * 3_600 + 1))
            #expect(previews.waiting == 0)
            for number in 0..<25 { look("https://host-\(number).example/", .bob) }
            try await eventually { previews.waiting == 20 }
            for number in 0..<35 { look("https://host.example/\(number)", .random()) }
            try await eventually { previews.waiting == 50 }
            #expect(site.log.all.components(separatedBy: "too many link previews").count == 11)
            // No more wait than are allowed to.
            for number in 0..<300 { look("https://many-\(number).example/", .random()) }
            #expect(previews.waiting == 256)
        }
    }

    @Test func `where the operator has not switched them on, there are none`() async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob")
            let id = try await site.say("https://host.example/a", bob)
            #expect(try await bob.get(thread).previews.isEmpty)
            #expect(try await !bob.get("/profile/appearance").text.contains("previews"))
            #expect(try await bob.get("\(thread)/messages/\(id)/preview").status == .notFound)
            #expect(try await bob.post("\(thread)/messages/\(id)/preview", [:]).status == .notFound)
        }
    }
}
