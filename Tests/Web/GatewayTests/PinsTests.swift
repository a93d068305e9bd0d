import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// Messages that are pinned in their conversation, for everybody in it.
@Suite struct PinsTests {
    @Test(arguments: [true, false])
    func `a pinned message is a link away for everybody, until it is unpinned or deleted`(isEmbedded: Bool) async throws
    {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let (first, second) = (
                try await messagePath(saying: "the *first*", as: alice),
                try await messagePath(saying: "the second", as: alice)
            )
            #expect(!(try await bob.get("/conversations/\(veranda)").text.contains("📌")))
            for path in [first, second] {
                #expect(try await bob.get(path).text.contains(">Pin<"))
                #expect(try await bob.post("\(path)/pin", ["state": "on"]).status == .seeOther)
                #expect(try await alice.get(path).text.contains(">Unpin<"))
            }
            let thread = try await alice.get("/conversations/\(veranda)")
            #expect(
                thread.text.contains(
                    #"href="/conversations/\#(veranda)/pins" title="2 pinned" aria-label="2 pinned">📌 2<"#))
            let pins = try await alice.get("/conversations/\(veranda)/pins")
            #expect(pins.text.contains("the <em>first</em>") && pins.text.contains("the second"))
            let back: Form = ["state": "off", "return": "/conversations/\(veranda)/pins"]
            let unpinned = try await alice.post("\(first)/pin", back)
            #expect(unpinned.headers[.location]?.hasPrefix("/conversations/\(veranda)/pins") == true)
            #expect(!(try await bob.get("/conversations/\(veranda)/pins").text.contains("<em>first")))
            #expect(try await bob.get("/conversations/\(veranda)").text.contains(">📌 1<"))
            _ = try await alice.post("\(second)/delete", [:])
            #expect(!(try await bob.get("/conversations/\(veranda)").text.contains("📌")))
            #expect(try await bob.get("/conversations/\(veranda)/pins").text.contains("No messages are pinned"))
            let stranger = try await site.browser(signedInAs: "dave")
            #expect(try await stranger.get("/conversations/\(veranda)/pins").status == .notFound)
        }
    }

    @Test func `pages that are open are told when something is pinned`() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let path = try await messagePath(saying: "remember this", as: alice)
            _ = try await bob.get("/conversations/\(veranda)")
            let stream = try site.watch(bob)
            try await stream.wait { !$0.events("ready").isEmpty }
            _ = try await alice.post("\(path)/pin", ["state": "on"])
            try await stream.wait { !$0.events("conversation").isEmpty }
            stream.close()
        }
    }

    @Test(arguments: [("en", "At most 50 messages"), ("ja", "50件までです")])
    func `where no more can be pinned, that is said`(language: String, words: String) async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let id = try #require(ConversationID(veranda))
            let user = try #require(UserID("550e8400-e29b-41d4-a716-446655440001"))
            let messages = try await site.repositories.messages.messages(in: id, as: user, before: nil, limit: 1_000)
            let texts = messages.filter { $0.sender != nil }
            for message in texts.prefix(MessageLimits.maximumPins) {
                try await site.repositories.pins.pin(message.id, in: id, as: user)
            }
            let path = "/conversations/\(veranda)/messages/\(texts[MessageLimits.maximumPins].id)/pin"
            let refused = try await alice.post(path, ["state": "on"])
            #expect(refused.status == .conflict)
            #expect(refused.text.contains(words))
        }
    }
}
