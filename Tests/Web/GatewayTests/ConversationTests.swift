import Chat
import Foundation
import HTTP
import Testing

/// The veranda of the sample world.
private let veranda = "550e8400-e29b-41d4-a716-446655450001"

@Suite struct ConversationTests {
    @Test func `two browsers hold a conversation`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let bob = try await site.browser(signedInAs: "bob", language: "ja")
            let sent = try await alice.post("/conversations/\(veranda)/messages", ["text": "Tea?\r\nOn the veranda."])
            #expect(sent.status == .seeOther)
            #expect(sent.headers[.location] == "/conversations/\(veranda)?at=newest#latest")
            #expect(try await bob.get("/conversations/\(veranda)").text.contains("<p>Tea?<br>On the veranda.</p>"))
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "いいですね"])
            #expect(try await alice.get("/conversations/\(veranda)").text.contains("いいですね"))
            #expect(try await alice.get("/conversations").text.contains("Bob: いいですね"))
        }
    }

    @Test func `paging back reaches the first message, with every one shown once`() async throws {
        try await withSite(.embedded) { site in
            let id = try #require(ConversationID(veranda))
            let user = try #require(UserID(alice))
            // Many in one millisecond: the clock stands still.
            for number in 0..<130 {
                _ = try await site.repositories.messages.send(
                    NewMessage(conversation: id, sender: user, text: try MessageText("same moment \(number)")))
            }
            let browser = try await site.browser(signedInAs: "alice")
            var path: String? = "/conversations/\(veranda)"
            var seen: [String] = []
            var pages = 0
            while let next = path, pages < 100 {
                let page = try await browser.get(next)
                #expect(page.status == .ok)
                seen = page.messageIDs + seen
                path = page.match(#"class="older" href="(/conversations/[^"]*\?before=[^"]*)""#)
                pages += 1
            }
            let all = try await site.repositories.messages.messages(in: id, as: user, before: nil, limit: 1_000)
                .reversed().filter { $0.sender != nil }
            #expect(pages > 3)
            #expect(seen == all.map(\.id.description))
        }
    }

    @Test func `a page before the first message does not say that there are none`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice", language: "en")
            let page = try await browser.get(
                "/conversations/\(veranda)?before=1.550e8400-e29b-41d4-a716-446655460001")
            #expect(page.messageIDs.isEmpty)
            #expect(page.text.contains("This is where the conversation begins."))
            #expect(!page.text.contains("No messages yet."))
        }
    }

    @Test func `the list shows the newest activity first and only one's own conversations`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let page = try await browser.get("/conversations")
            let times = page.text.matches(of: /<time class="time" datetime="([^"]*)"/).map { String($0.output.1) }
            #expect(times.count > 4)
            #expect(times == times.sorted(by: >))
            let user = try #require(UserID(alice))
            let own = try await site.repositories.conversations.conversations(of: user)
                .filter { $0.activeParticipant(user) != nil }
            #expect(times.count == own.count)
        }
    }

    @Test func `who was removed is a stranger from that moment`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            #expect(try await browser.get("/conversations/\(veranda)").status == .ok)
            let user = try #require(UserID(alice))
            _ = try await site.repositories.conversations.remove(
                user, from: try #require(ConversationID(veranda)), by: user)
            let page = try await browser.get("/conversations/\(veranda)")
            #expect(page.status == .forbidden)
            #expect(page.text.contains("You are no longer in this chat"))
            let sent = try await browser.post("/conversations/\(veranda)/messages", ["text": "x"])
            #expect(sent.status == .forbidden)
            #expect(!(try await browser.get("/conversations").text.contains(veranda)))
        }
    }

    @Test func `times are shown in the viewer's zone`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            // The clock stands at 10:00 UTC.
            _ = try await browser.post("/conversations/\(veranda)/messages", ["text": "now"])
            let tokyo = try await browser.get("/conversations/\(veranda)")
            #expect(tokyo.text.contains(">19:00</time>"))
            let saved = try await browser.post("/preferences", ["zone": "America/New_York", "return": "/profile"])
            #expect(saved.headers[.location] == "/profile")
            #expect(try await browser.get("/conversations/\(veranda)").text.contains(">5:00</time>"))
            browser.cookies["zone"] = "..%2F..%2Fetc%2Fpasswd"
            #expect(try await browser.get("/conversations/\(veranda)").status == .ok)
        }
    }

    @Test func `the language follows the browser and can be switched`() async throws {
        try await withSite(.embedded) { site in
            let browser = try site.browser(language: "fr, ja;q=0.8, en;q=0.5")
            #expect(try await browser.get("/sign-in").text.contains(#"<html lang="ja">"#))
            _ = try await browser.post("/preferences", ["language": "en", "return": "/sign-in"])
            #expect(try await browser.get("/sign-in").text.contains(#"<html lang="en">"#))
            _ = try await browser.post("/preferences", ["language": "xx"])
            #expect(browser.cookies["language"] == "en")
        }
    }
}
