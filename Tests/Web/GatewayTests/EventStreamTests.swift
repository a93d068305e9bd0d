import Chat
import Foundation
import HTTP
import RepositoryBehaviour
import Testing

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

extension SiteUnderTest {
    /// The stream of somebody who has a conversation open.
    func watch(_ browser: Browser, _ conversation: String = veranda, after: String? = nil) throws
        -> EventStreamReader
    {
        try EventStreamReader(
            url: url, path: "/events?watch=\(conversation)" + (after.map { "&after=\($0)" } ?? ""),
            headers: [
                "Cookie": browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "),
                "Accept-Language": "en",
            ])
    }

    /// Signs out, and waits for the end of the session's stream: nothing more can come then.
    fileprivate func end(_ stream: EventStreamReader, of browser: Browser) async throws {
        _ = try await browser.post("/sign-out", [:])
        try await stream.wait(\.isEnded)
        stream.close()
    }
}

@Suite("What happens arrives by itself")
struct EventStreamTests {
    @Test("what one says, the other hears, as it stands in the page", arguments: [true, false])
    func posted(isEmbedded: Bool) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let page = try await alice.get("/conversations/\(veranda)")
            let position = page.match(#"data-live="(\d+)""#)
            #expect(position != nil)
            let stream = try site.watch(alice, after: position)
            try await stream.wait { !$0.events("ready").isEmpty }
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "**Hello** <b>& all", "key": "k1"])
            try await stream.wait { !$0.events("posted").isEmpty }
            let event = stream.events("posted")[0]
            #expect(event.html.contains("<strong>Hello</strong> &lt;b&gt;&amp; all"))
            #expect(event.data["conversation"] as? String == veranda)
            #expect(event.data["previous"] as? String == page.messageIDs.last)
            #expect(event.data["isMine"] as? Bool == false)
            #expect(event.data["excerpt"] as? String == "Bob: Hello <b>& all")
            let id = try #require(event.data["message"] as? String)
            // The fragment is what the page holds.
            let fresh = try await alice.get("/conversations/\(veranda)")
            #expect(fresh.messageIDs.last == id)
            _ = try await bob.post("/conversations/\(veranda)/messages/\(id)/reactions", ["add": "🎉"])
            try await stream.wait { !$0.events("changed").isEmpty }
            #expect(stream.events("changed")[0].html.contains("🎉 1"))
            _ = try await bob.post("/conversations/\(veranda)/messages/\(id)/delete", [:])
            try await stream.wait { !$0.events("deleted").isEmpty }
            #expect(stream.events("deleted")[0].data["message"] as? String == id)
            #expect(stream.events("posted").count == 1)
            stream.close()
        }
    }

    @Test("one's own sees itself as one's own, on every device")
    func own() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let stream = try site.watch(alice)
            try await stream.wait { !$0.events("ready").isEmpty }
            _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "from the phone", "key": "k1"])
            try await stream.wait { !$0.events("posted").isEmpty }
            let event = stream.events("posted")[0]
            #expect(event.data["isMine"] as? Bool == true)
            #expect(event.html.contains(#"class="group mine""#))
            stream.close()
        }
    }

    @Test("a stream that broke off goes on where it was, with nothing lost and nothing twice")
    func resumed() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let first = try site.watch(alice)
            try await first.wait { !$0.events("ready").isEmpty }
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "one", "key": "k1"])
            try await first.wait { !$0.events("posted").isEmpty }
            let last = try #require(first.events.last { $0.id != nil }?.id)
            first.close()
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "two", "key": "k2"])
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "three", "key": "k3"])
            let second = try site.watch(alice, after: last)
            try await second.wait { !$0.events("ready").isEmpty }
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "four", "key": "k4"])
            try await second.wait { $0.events("posted").count == 3 }
            #expect(
                second.events("posted").map { $0.data["excerpt"] as? String } == [
                    "Bob: two", "Bob: three", "Bob: four",
                ])
            #expect(second.events("refresh").isEmpty)
            second.close()
            let stranger = try site.watch(alice, after: "12")
            try await stranger.wait { !$0.events("refresh").isEmpty }
            stranger.close()
        }
    }

    @Test("what others write to the backend arrives with the next read")
    func elsewhere() async throws {
        try await withSite(.remote) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let position = try await alice.get("/conversations/\(veranda)").match(#"data-live="(\d+)""#)
            // He opened it first, so it is read as him.
            let his = try site.watch(try await site.browser(signedInAs: "bob"))
            try await his.wait { !$0.events("ready").isEmpty }
            let stream = try site.watch(alice, after: position)
            try await stream.wait { !$0.events("ready").isEmpty }
            let bob = try #require(UserID("550e8400-e29b-41d4-a716-446655440002"))
            let id = try #require(ConversationID(veranda))
            let message = NewMessage(conversation: id, sender: bob, text: try MessageText("from an app"))
            _ = try await site.elsewhere.messages.send(message)
            site.clock.advance(by: .seconds(6))
            try await stream.wait { !$0.events("posted").isEmpty }
            #expect(stream.events("posted")[0].data["excerpt"] as? String == "Bob: from an app")
            // Who is removed elsewhere hears nothing of what comes after.
            let aliceID = try #require(UserID("550e8400-e29b-41d4-a716-446655440001"))
            _ = try await site.elsewhere.conversations.remove(aliceID, from: id, by: aliceID)
            let secret = NewMessage(conversation: id, sender: bob, text: try MessageText("she is gone"))
            _ = try await site.elsewhere.messages.send(secret)
            site.clock.advance(by: .seconds(6))
            try await stream.wait { !$0.events("gone").isEmpty }
            try await his.wait { $0.text.contains("she is gone") }
            try await site.end(stream, of: alice)
            #expect(!stream.text.contains("she is gone"))
            his.close()
        }
    }

    @Test("who is removed hears nothing more from that moment on")
    func removed() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let (stream, hers) = (try site.watch(bob), try site.watch(alice))
            for stream in [stream, hers] { try await stream.wait { !$0.events("ready").isEmpty } }
            let bobID = try #require(UserID("550e8400-e29b-41d4-a716-446655440002"))
            _ = try await site.repositories.conversations.remove(
                bobID, from: try #require(ConversationID(veranda)), by: bobID)
            _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "he is gone", "key": "k1"])
            try await stream.wait { !$0.events("gone").isEmpty }
            try await hers.wait { $0.text.contains("he is gone") }
            #expect(try await bob.get("/conversations/\(veranda)").status == .forbidden)
            try await site.end(stream, of: bob)
            #expect(stream.events("posted").isEmpty)
            #expect(!stream.text.contains("he is gone"))
            hers.close()
        }
    }

    @Test("a stranger's stream says nothing of a conversation")
    func stranger() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let dave = try await site.browser(signedInAs: "dave")
            let (stream, his) = (try site.watch(dave), try site.watch(try await site.browser(signedInAs: "bob")))
            for stream in [stream, his] { try await stream.wait { !$0.events("ready").isEmpty } }
            _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "not for him", "key": "k1"])
            _ = try await alice.post("/conversations/\(veranda)/typing", [:])
            try await his.wait { !$0.events("posted").isEmpty && !$0.events("typing").isEmpty }
            try await site.end(stream, of: dave)
            #expect(!stream.text.contains(veranda))
            his.close()
        }
    }

    @Test("signing out ends the streams of the session, and no other")
    func signedOut() async throws {
        try await withSite(.embedded) { site in
            let (phone, desk) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "alice")
            )
            let (first, second) = (try site.watch(phone), try site.watch(desk))
            try await first.wait { !$0.events("ready").isEmpty }
            try await second.wait { !$0.events("ready").isEmpty }
            _ = try await phone.post("/sign-out", [:])
            try await first.wait(\.isEnded)
            #expect(!second.isEnded)
            second.close()
            let refused = try site.watch(phone)
            try await refused.wait { $0.head.contains("401") }
            refused.close()
        }
    }

    @Test("typing is told to the others, and reading to one's own devices")
    func typingAndReading() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let (hers, his) = (try site.watch(alice), try site.watch(bob))
            try await hers.wait { !$0.events("ready").isEmpty }
            try await his.wait { !$0.events("ready").isEmpty }
            _ = try await bob.post("/conversations/\(veranda)/typing", [:])
            try await hers.wait { !$0.events("typing").isEmpty }
            #expect(hers.events("typing")[0].data["name"] as? String == "Bob")
            #expect(his.events("typing").isEmpty)
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "read me", "key": "k1"])
            try await hers.wait { !$0.events("posted").isEmpty }
            let id = try #require(hers.events("posted")[0].data["message"] as? String)
            let read = try await alice.post("/conversations/\(veranda)/read", ["message": id])
            #expect(read.status.rawValue == 204)
            try await hers.wait { !$0.events("read").isEmpty }
            #expect(hers.events("read")[0].data["count"] as? Int == 0)
            #expect(his.events("read").isEmpty)
            hers.close()
            his.close()
        }
    }
}

@Suite("What is known is asked for once")
struct KnownPagesTests {
    @Test("a page whose pieces are known asks the backend nothing, and a write is seen by its writer at once")
    func known() async throws {
        let count = Count()
        try await withSite(.remote, counting: count) { site in
            let alice = try await site.browser(signedInAs: "alice")
            for path in ["/conversations/\(veranda)", "/conversations/\(veranda)", "/conversations", "/conversations"] {
                _ = try await alice.get(path)
            }
            let before = count.value
            for path in ["/conversations/\(veranda)", "/conversations"] {
                #expect(try await alice.get(path).status == .ok)
            }
            #expect(count.value == before)
            _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "seen at once", "key": "k1"])
            #expect(try await alice.get("/conversations/\(veranda)").text.contains("seen at once"))
            #expect(try await alice.get("/conversations").text.contains("seen at once"))
        }
    }

    @Test("a page is never shown to another, in another language, or after a change of one's own")
    func apart() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let thread = "/conversations/\(veranda)"
            for _ in 0..<3 { _ = try await alice.get(thread) }
            #expect(try await bob.get(thread).text != alice.get(thread).text)
            let japanese = try await site.browser(signedInAs: "alice", language: "ja")
            #expect(try await japanese.get(thread).text.contains(#"lang="ja""#))
            _ = try await alice.post("\(thread)/draft", ["text": "half a thought"])
            #expect(try await alice.get(thread).text.contains("half a thought"))
            let id = try #require(try await alice.get(thread).messageIDs.last)
            _ = try await alice.post("\(thread)/messages/\(id)/bookmark", [:])
            #expect(try await alice.get(thread).text.contains(#"class="bookmarked""#))
            // Tomorrow "today" is yesterday.
            let today = try await alice.get(thread).text
            for _ in 0..<2 { _ = try await alice.get(thread) }
            site.clock.advance(by: .seconds(24 * 3_600))
            #expect(try await alice.get(thread).text != today)
        }
    }
}
