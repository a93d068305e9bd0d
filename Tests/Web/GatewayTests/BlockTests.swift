import Accounts
import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

/// People who are blocked in direct conversations.
@Suite struct BlockTests {
    private struct Scene {
        let site: SiteUnderTest
        let alice: Browser
        let bob: Browser
        let ids: [String: UserID]
        let direct: String

        func block(_ other: String, by browser: Browser, _ state: String = "on") async throws -> Answer {
            try await browser.post("/users/\(try #require(ids[other]))/block", ["state": state])
        }

        func send(_ text: String, as browser: Browser) async throws -> Answer {
            try await browser.post("\(direct)/messages", ["text": text])
        }
    }

    private func withScene(
        isEmbedded: Bool = true, language: String = "en", _ body: (Scene) async throws -> Void
    ) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            var ids: [String: UserID] = [:]
            for alias in ["alice", "bob", "dave"] {
                ids[alias] = try await site.repositories.users.user(alias: try #require(Alias(alias))).id
            }
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let bob = try await site.browser(signedInAs: "bob", language: language)
            let opened = try await alice.post("/conversations", ["people": "\(try #require(ids["bob"]))"])
            let direct = try #require(opened.headers[.location]?.split(separator: "#").first.map(String.init))
            try await body(Scene(site: site, alice: alice, bob: bob, ids: ids, direct: direct))
        }
    }

    @Test func `neither changes a message or reacts to one, and what was typed stays`() async throws {
        try await withScene { scene in
            #expect(try await scene.send("before", as: scene.bob).status == .seeOther)
            let message = try #require(try await scene.bob.get(scene.direct).messageIDs.last)
            let path = "\(scene.direct)/messages/\(message)"
            #expect(try await scene.alice.post("\(path)/reactions", ["add": "👍"]).status == .seeOther)
            #expect(try await scene.block("bob", by: scene.alice).status == .seeOther)
            let edited = try await scene.bob.post("\(path)/edit", ["text": "after"])
            #expect(edited.status == .forbidden && edited.text.contains("after</textarea>"))
            #expect(edited.text.contains("send messages to this person"))
            for browser in [scene.alice, scene.bob] {
                #expect(try await browser.post("\(path)/reactions", ["add": "🎉"]).status == .forbidden)
            }
            // What one has given can be taken back.
            #expect(try await scene.alice.post("\(path)/reactions", ["remove": "👍"]).status == .seeOther)
            let page = try await scene.alice.get(scene.direct).text
            #expect(page.contains("before") && !page.contains("after</p>") && !page.contains("🎉 1"))
            #expect(try await scene.block("bob", by: scene.alice, "off").status == .seeOther)
            #expect(try await scene.bob.post("\(path)/edit", ["text": "after"]).status == .seeOther)
        }
    }

    @Test(arguments: [true, false])
    func `neither sends the other one messages, what was typed stays, and groups go on`(isEmbedded: Bool) async throws {
        try await withScene(isEmbedded: isEmbedded) { scene in
            #expect(try await scene.send("before", as: scene.bob).status == .seeOther)
            #expect(try await scene.block("bob", by: scene.alice).status == .seeOther)
            let refused = try await scene.send("are you there?", as: scene.bob)
            #expect(refused.status == .forbidden)
            #expect(
                refused.text.contains("You can&#39;t send messages to this person")
                    || refused.text.contains("You can't send messages to this person"))
            #expect(refused.text.contains("are you there?"))
            let own = try await scene.send("hm", as: scene.alice)
            #expect(own.status == .forbidden && own.text.contains("You have blocked this person"))
            for browser in [scene.alice, scene.bob] {
                let page = try await browser.get(scene.direct).text
                #expect(page.contains("before") && !page.contains("are you there?</p>"))
            }
            let group = "/conversations/550e8400-e29b-41d4-a716-446655450001"
            for browser in [scene.alice, scene.bob] {
                #expect(try await browser.post("\(group)/messages", ["text": "in the group"]).status == .seeOther)
            }
            #expect(try await scene.block("bob", by: scene.alice, "off").status == .seeOther)
            #expect(try await scene.send("again", as: scene.bob).status == .seeOther)
            #expect(try await scene.send("yes", as: scene.alice).status == .seeOther)
        }
    }

    @Test func `it is forwarded to neither, and nobody who is blocked begins a conversation`() async throws {
        try await withScene { scene in
            let message = try await messagePath(saying: "pass it on", as: scene.bob)
            _ = try await scene.block("bob", by: scene.alice)
            let path = "\(message.prefix { $0 != "?" && $0 != "#" })/forward"
            let target = try #require(scene.direct.split(separator: "/").last.map(String.init))
            let forwarded = try await scene.bob.post(path, ["to": target, "key": FormKey.random().description])
            #expect(forwarded.status == .forbidden)
            // Their conversation stays to be read.
            let opened = try await scene.bob.post("/conversations", ["people": "\(try #require(scene.ids["alice"]))"])
            #expect(opened.status == .seeOther)
            let dave = try await scene.site.browser(signedInAs: "dave")
            _ = try await scene.block("dave", by: scene.alice)
            let before = try await scene.site.repositories.conversations.conversations(
                of: try #require(scene.ids["dave"]))
            let refused = try await dave.post("/conversations", ["people": "\(try #require(scene.ids["alice"]))"])
            #expect(refused.status == .unprocessableContent && refused.text.contains("send messages to this person"))
            let after = try await scene.site.repositories.conversations.conversations(
                of: try #require(scene.ids["dave"]))
            #expect(before.count == after.count)
        }
    }

    @Test(arguments: [("en", "Unblock", "You have blocked nobody"), ("ja", "ブロックを解除する", "ブロックしている人はいません")])
    func `their profile and a list of one's own say so`(language: String, unblock: String, nobody: String) async throws
    {
        try await withScene(language: language) { scene in
            #expect(try await scene.alice.get("/profile/blocked").text.contains(nobody))
            let profile = "/users/\(try #require(scene.ids["bob"]))"
            #expect(!(try await scene.alice.get(profile).text.contains(unblock)))
            _ = try await scene.block("bob", by: scene.alice)
            #expect(try await scene.alice.get(profile).text.contains(unblock))
            #expect(try await scene.alice.get("/profile/blocked").text.contains(profile))
            #expect(!(try await scene.bob.get("/profile/blocked").text.contains("/users/")))
            for state in ["", "perhaps"] {
                #expect(try await scene.block("bob", by: scene.alice, state).status == .badRequest)
            }
            #expect(try await scene.block("alice", by: scene.alice).status == .badRequest)
            #expect(try await scene.alice.post("/users/\(UserID.random())/block", ["state": "on"]).status == .notFound)
        }
    }
}
