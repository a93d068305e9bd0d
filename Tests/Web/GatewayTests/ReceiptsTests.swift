import Chat
import Foundation
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let thread = "/conversations/\(veranda)"

/// How far others have read, shown at one's own messages.
@Suite struct ReceiptsTests {
    /// What a page says about who has read the message with this path; `nil` for nothing.
    private func readers(_ path: String, in html: String) throws -> String? {
        let id = try #require(path.split(separator: "/").last?.prefix { $0 != "?" && $0 != "#" })
        let start = try #require(html.range(of: #"id="m-\#(id)""#))
        let message = html[start.upperBound...].prefix { _ in true }
        let end = try #require(message.range(of: #"class="more""#))
        guard let mark = message[..<end.lowerBound].range(of: #"class="read""#) else { return nil }
        let text = message[mark.upperBound..<end.lowerBound].drop { $0 != ">" }.dropFirst()
        return String(text.prefix { $0 != "<" })
    }

    private func readers(_ path: String, as browser: Browser, on page: String = thread) async throws -> String? {
        try readers(path, in: try await browser.get(page).text)
    }

    @Test(arguments: [true, false])
    func `the author sees how many have read a message, and who, and others do not`(isEmbedded: Bool) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let path = try await messagePath(saying: "who reads this?", as: alice)
            #expect(try await readers(path, as: alice) == nil)
            #expect(try await alice.get(path).text.contains("Nobody has read it yet"))
            _ = try await bob.get(thread)
            #expect(try await readers(path, as: alice) == "Read by 1")
            let named = try await alice.get(path).text
            #expect(named.contains("<summary>Read by 1</summary>") && named.contains("<li><bdi>Bob</bdi></li>"))
            for place in [thread, path] { #expect(try await readers(path, as: bob, on: place) == nil) }
            #expect(!(try await bob.get(path).text.contains("<summary>Read by")))
        }
    }

    @Test(arguments: [true, false])
    func `who hides how far they have read is counted nowhere, and is told nothing`(isEmbedded: Bool) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let first = try await messagePath(saying: "from alice", as: alice)
            _ = try await bob.get(thread)
            #expect(try await readers(first, as: alice) == "Read by 1")
            let profile = try await bob.get("/profile").text
            #expect(profile.contains(#"action="/profile/read-receipts""#) && profile.contains(#"value="off""#))
            let changed = try await bob.post("/profile/read-receipts", ["state": "off"])
            #expect(changed.status == .seeOther && changed.headers[.location] == "/profile#read-receipts")
            #expect(try await bob.get("/profile").text.contains("Nobody sees how far you have read"))
            #expect(try await readers(first, as: alice) == nil)
            let second = try await messagePath(saying: "from bob", as: bob)
            _ = try await alice.get(thread)
            #expect(!(try await bob.get(thread).text.contains(#"class="read""#)))
            _ = try await bob.post("/profile/read-receipts", ["state": "on"])
            #expect(try await readers(second, as: bob) == "Read by 1")
            #expect(try await readers(first, as: alice) == "Read by 1")
            #expect(try await bob.post("/profile/read-receipts", ["state": "perhaps"]).status == .badRequest)
        }
    }

    @Test(arguments: [("en", "Read"), ("ja", "既読")])
    func `in a direct conversation a word says that it was read`(language: String, word: String) async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let bob = try await site.browser(signedInAs: "bob")
            let people = try await ["alice", "bob"].asyncMap { alias in
                try await site.repositories.users.user(alias: try #require(Alias(alias))).id
            }
            let direct = try await site.repositories.conversations.create(
                try #require(NewConversation(.direct, participants: people)), as: people[0]
            ).id
            _ = try await alice.post("/conversations/\(direct)/messages", ["text": "hello"])
            #expect(!(try await alice.get("/conversations/\(direct)").text.contains(#"class="read""#)))
            _ = try await bob.get("/conversations/\(direct)")
            let read = try await alice.get("/conversations/\(direct)").text
            #expect(read.contains(#"<span class="read">\#(word)</span>"#))
        }
    }

    @Test func `an open page is told, and only that of the author`() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            // All is read before.
            for browser in [alice, bob] { _ = try await browser.get(thread) }
            let path = try await messagePath(saying: "tell me", as: alice)
            _ = try await alice.get(thread)
            let stream = try site.watch(alice)
            try await stream.wait { !$0.events("ready").isEmpty }
            _ = try await bob.get(thread)
            let told: @Sendable (EventStreamReader) -> String? = { reader in
                reader.events("changed").last { path.contains($0.data["message"] as? String ?? "none") }
                    .map { (try? readers(path, in: $0.html)) ?? "nobody" }
            }
            try await stream.wait { told($0) == "Read by 1" }
            let others = try site.watch(bob)
            try await others.wait { !$0.events("ready").isEmpty }
            _ = try await bob.post("/profile/read-receipts", ["state": "off"])
            try await stream.wait { told($0) == "nobody" }
            #expect(others.events("changed").allSatisfy { !$0.html.contains(#"class="read""#) })
            for stream in [stream, others] { stream.close() }
        }
    }
}
