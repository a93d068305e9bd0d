import Chat
import Foundation
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// What people write, on the pages.
@Suite struct WrittenTextTests {
    @Test func `a text is Markdown in its bubble, and plain words in the list`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            _ = try await browser.post(
                "/conversations/\(veranda)/messages",
                ["text": "**Tea** with @bob and @alice:\n<b>see</b> https://example.jp/。"])
            #expect(
                try await browser.get("/conversations/\(veranda)").text.contains(
                    #"<div class="text" dir="auto"><p><strong>Tea</strong> with <span class="mention">@Bob</span> and "#
                        + #"<span class="mention own">@Alice</span>:<br>&lt;b&gt;see&lt;/b&gt; "#
                        + #"<a href="https://example.jp/" rel="noopener noreferrer nofollow ugc">https://example.jp/</a>"#
                        + "。</p></div>"))
            #expect(
                try await browser.get("/conversations").text.contains(
                    "<bdi>You: Tea with @Bob and @Alice: &lt;b&gt;see&lt;/b&gt; https://example.jp/。</bdi>"))
        }
    }

    @Test func `a message of emoji alone is shown large`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let before = try await browser.get("/conversations/\(veranda)").text.components(separatedBy: "emoji-only")
                .count
            for text in ["👍🏽 🇯🇵", "1️⃣", "👍 yes", "12"] {
                _ = try await browser.post("/conversations/\(veranda)/messages", ["text": text])
            }
            let page = try await browser.get("/conversations/\(veranda)").text
            #expect(page.components(separatedBy: "emoji-only").count == before + 2)
        }
    }

    @Test func `no name turns what stands around it`() {
        #expect(Person(name: "\u{202E}Eve\u{2069}\u{2066}", seed: "").name == "Eve")
        #expect(Person(name: "علي 👩‍👩‍👧", seed: "").name == "علي 👩‍👩‍👧")
    }
}
