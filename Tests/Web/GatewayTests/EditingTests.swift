import Chat
import Foundation
import HTTP
import RepositoryBehaviour
import SQLite
import Testing

@testable import ChatStore
@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// The texts of one's own messages are changed, and everybody sees that they were.
@Suite struct EditingTests {
    /// The content of the text box.
    private func box(_ answer: Answer) -> String? {
        answer.match(#"<textarea id="edit"[^>]*>\n([^<]*)</textarea>"#)
    }

    @Test(arguments: [true, false])
    func `a message is edited by its page, is marked, and its earlier texts are there for others`(isEmbedded: Bool)
        async throws
    {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let path = try await messagePath(saying: "helo **<all>**", as: alice)
            #expect(!(try await bob.get("/conversations/\(veranda)").text.contains(#"class="edited""#)))
            let edit = try #require(
                try await alice.get(path).match(#"href="(/conversations/[^"]*/edit\?at=\d+)""#), "leads to the page")
            let page = try await alice.get(edit)
            #expect(box(page) == "helo **&lt;all&gt;**")
            let saved = try await alice.post(edit, ["text": "hello **all**"])
            #expect(saved.status == .seeOther)
            #expect(saved.headers[.location]?.hasPrefix(path) == true)
            let seen = try await bob.get("/conversations/\(veranda)")
            #expect(seen.text.contains("hello <strong>all</strong>"))
            #expect(!seen.text.contains("helo"))
            #expect(try await bob.get("/conversations").text.contains("hello all"))
            let versions = try #require(seen.match(#"class="edited" href="([^"]*)""#))
            let earlier = try await bob.get(versions)
            #expect(earlier.text.contains("helo <strong>&lt;all&gt;</strong>"))
            #expect(earlier.text.contains("hello <strong>all</strong>"))
            let stranger = try await site.browser(signedInAs: "dave")
            #expect(try await stranger.get(versions).status == .notFound)
        }
    }

    @Test(arguments: [true, false])
    func `an edit arrives where the conversation is open, and is no new message`(isEmbedded: Bool) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let path = try await messagePath(saying: "first", as: alice)
            _ = try await bob.get("/conversations/\(veranda)")
            let stream = try site.watch(bob)
            try await stream.wait { !$0.events("ready").isEmpty }
            _ = try await alice.post("\(path)/edit", ["text": "second, for @bob"])
            try await stream.wait { !$0.events("changed").isEmpty }
            let event = stream.events("changed")[0]
            #expect(event.html.contains("second, for "))
            #expect(event.html.contains(#"class="edited""#))
            #expect(event.data["excerpt"] as? String == "Alice: second, for @Bob")
            #expect(stream.events("posted").isEmpty, "nobody is notified again")
            stream.close()
        }
    }

    @Test func `others' messages can't be edited, not even by an admin`() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let path = try await messagePath(saying: "bob's", as: bob)
            #expect(!(try await alice.get(path).text.contains("/edit")))
            #expect(try await alice.get("\(path)/edit").status == .forbidden)
            let refused = try await alice.post("\(path)/edit", ["text": "alice's words"])
            #expect(refused.status == .forbidden)
            #expect(box(refused) == "alice&#39;s words")
            #expect(try await bob.get("/conversations/\(veranda)").text.contains("bob&#39;s"))
        }
    }

    @Test(arguments: ["en", "ja"])
    func `what can't be saved stays in the box, with the reason`(language: String) async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let path = try await messagePath(saying: "before", as: alice)
            let blank = try await alice.post("\(path)/edit", ["text": " "])
            #expect(blank.status == .unprocessableContent)
            let long = String(repeating: "x", count: MessageText.maximumCharacters + 1)
            let tooLong = try await alice.post("\(path)/edit", ["text": .init(long)])
            #expect(tooLong.status == .unprocessableContent)
            #expect(box(tooLong) == long)
            let database = try #require(site.store).database
            try database.writeNow { try $0.execute("PRAGMA max_page_count = 1") }
            let text = String(repeating: "縁側", count: 4_000)
            let full = try await alice.post("\(path)/edit", ["text": .init(text)])
            #expect(full.status == .insufficientStorage)
            #expect(full.text.contains(language == "ja" ? "ディスクがいっぱい" : "disk is full"))
            #expect(box(full) == text)
            try database.writeNow { try $0.execute("PRAGMA max_page_count = 1000000") }
            // It was deleted while it was edited.
            _ = try await alice.post("\(path)/delete", [:])
            let deleted = try await alice.post("\(path)/edit", ["text": "too late"])
            #expect(deleted.status == .notFound)
            #expect(deleted.text.contains(language == "ja" ? "削除された" : "was deleted"))
            #expect(box(deleted) == "too late")
            for answer in [blank, tooLong, full, deleted] {
                #expect(answer.text.contains(#"role="alert""#))
            }
        }
    }

    @Test func `an edit beyond the budget keeps its text, and so does one without a session`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let path = try await messagePath(saying: "before", as: alice)
            for number in 0..<RequestBudget.writing.size.burst - 1 {
                let answer = try await alice.post("\(path)/reactions", ["remove": "👍"])
                try #require(answer.status == .seeOther, "\(number)")
            }
            let refused = try await alice.post("\(path)/edit", ["text": "a <thought>"])
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers["Retry-After"] == "1")
            #expect(box(refused) == "a &lt;thought&gt;")
            site.clock.advance(by: .seconds(60))
            _ = try await alice.post("/sign-out", [:])
            let signedOut = try await alice.post("\(path)/edit", ["text": "a precious thought"])
            #expect(signedOut.status == .unauthorized)
            #expect(signedOut.text.contains("a precious thought"))
        }
    }
}
