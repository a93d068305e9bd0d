import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let withBob = "550e8400-e29b-41d4-a716-446655450006"

/// Searches with conditions, and in one conversation.
@Suite struct SearchConditionTests {
    private func hits(_ browser: Browser, _ text: String, in conversation: String? = nil) async throws -> [String] {
        let place = conversation.map { "&in=\($0)" } ?? ""
        let page = try await browser.get("/search?q=\(PercentEncoding.encode(text))\(place)")
        #expect(page.status == .ok, "\(text)")
        return page.matches(#"<span class="found-text"[^>]*>(.*?)</span>"#).map {
            $0.replacing("<mark>", with: "").replacing("</mark>", with: "")
        }
    }

    @Test(arguments: [BackendUnderTest.embedded, .remote])
    func `a condition finds what it says, by names as people know them`(backend: BackendUnderTest) async throws {
        try await withSite(backend) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            for (browser, room, text) in [
                (alice, veranda, "zebra one"), (bob, veranda, "zebra two"), (bob, withBob, "zebra three"),
                (alice, withBob, "zebra at https://zebra.example"),
            ] {
                _ = try await browser.post("/conversations/\(room)/messages", ["text": .init(text)])
                site.clock.advance(by: .seconds(1))
            }
            let link = "zebra at https://zebra.example"
            #expect(try await hits(alice, "zebra") == [link, "zebra three", "zebra two", "zebra one"])
            for name in ["from:bob", "from:@Bob", "FROM：bob"] {
                #expect(try await hits(alice, "zebra \(name)") == ["zebra three", "zebra two"], "\(name)")
            }
            #expect(try await hits(alice, "zebra from:me") == [link, "zebra one"])
            #expect(try await hits(alice, "zebra in:bob") == [link, "zebra three"])
            #expect(try await hits(alice, "zebra from:bob in:@bob") == ["zebra three"])
            #expect(try await hits(alice, "zebra has:link") == [link])
            #expect(try await hits(alice, "in:bob has:link from:me").first == link)
            #expect(try await hits(alice, "zebra after:today") == [])
            #expect(try await hits(alice, "zebra before:today") == [])
            #expect(try await hits(alice, "zebra after:yesterday").count == 4)
            #expect(try await hits(alice, "zebra after:2020-01-31 before:2030/01/01").count == 4)
            #expect(try await hits(alice, "zebra", in: veranda) == ["zebra two", "zebra one"])
            #expect(try await hits(alice, "zebra from:me", in: veranda) == ["zebra one"])
        }
    }

    @Test(arguments: [
        ("en", "from:nobody", "nobody has that name"), ("ja", "from:nobody", "その名前の人が見つからない"),
        ("en", "in:nowhere", "no chat has that name"), ("ja", "in:nowhere", "その名前の会話が見つからない"),
        ("en", "after:soon", "write a day as 2026-11-28"), ("ja", "before:2026-13-01", "2026-11-28 のように"),
        ("en", "has:fleas", "write file, picture or link"), ("ja", "has:fleas", "どれかを書いてください"),
    ])
    func `a condition that means nothing is told as it is, with what was typed`(
        language: String, typed: String, words: String
    ) async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let page = try await alice.get("/search?q=tea+\(PercentEncoding.encode(typed))")
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains(words) && page.text.contains(#"value="tea \#(typed)""#))
        }
    }

    @Test func `one conversation is searched by its members only, from a link above it`() async throws {
        try await withSite(.embedded) { site in
            let (alice, dave) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "dave")
            )
            _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "a secret of the veranda"])
            let path = try #require(
                try await alice.get("/conversations/\(veranda)").match(#"href="(/search\?in=[0-9a-f-]*)""#))
            let page = try await alice.get(path)
            #expect(page.text.contains(#"name="in" value="\#(veranda)""#))
            #expect(page.text.contains("Find messages in this chat."))
            #expect(try await dave.get("\(path)&q=secret").status == .notFound)
            #expect(try await hits(dave, "secret") == [])
            #expect(try await alice.get("/search?in=nowhere").status == .notFound)
        }
    }
}
