import Accounts
import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let withBob = "550e8400-e29b-41d4-a716-446655450006"

/// Conversations that a person keeps at the top of the list.
@Suite struct PinnedConversationTests {
    /// The conversations of a page of the list, in its order.
    private func listed(_ page: Answer) -> [String] {
        page.matches(#"<a class="conversation" href="/conversations/([0-9a-f-]{36})"#)
    }

    @Test(arguments: [BackendUnderTest.embedded, .remote])
    func `a pinned conversation stands first on all devices of one person, whatever is said elsewhere`(
        backend: BackendUnderTest
    ) async throws {
        try await withSite(backend) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let phone = try await site.browser(signedInAs: "alice")
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "the newest"])
            #expect(try await listed(alice.get("/conversations")).first == veranda)
            #expect(try await alice.get("/conversations/\(withBob)/notifications").text.contains("Pin to the top"))
            let answer = try await alice.post("/conversations/\(withBob)/pin", ["state": "on"])
            #expect(answer.status == .seeOther)
            #expect(try await alice.get(try #require(answer.headers[.location])).text.contains(">Unpin<"))
            for browser in [alice, phone] {
                let page = try await browser.get("/conversations")
                #expect(listed(page).first == withBob)
                #expect(page.text.contains(#"aria-label="Pinned">"#))
                #expect(Set(listed(page)).count == listed(page).count)
                // Where a name is searched for, what is found stands in its usual order.
                #expect(try await listed(browser.get("/conversations?q=a")).first == veranda)
            }
            #expect(try await listed(bob.get("/conversations")).first == veranda)
            _ = try await alice.post("/conversations/\(withBob)/pin", ["state": "off"])
            #expect(try await listed(phone.get("/conversations")).first == veranda)
        }
    }

    @Test func `the pages of a long list have each conversation once, those that are pinned on the first`() async throws
    {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            var all: [String] = []
            for number in 0..<(2 * ConversationOverview.pageSize + 40) {
                let made = try await alice.post(
                    "/conversations",
                    ["name": .init("Room \(number)"), "group": "on", "people": .init("\(UserID.bob)")])
                let path = try #require(made.headers[.location]?.split(separator: "/").last)
                all.append(String(path.prefix(36)))
                site.clock.advance(by: .seconds(1))
            }
            // As many as may be.
            let pinned = stride(from: 3, to: 103, by: 5).map { all[$0] }
            try #require(pinned.count == AccountRegister.maximumPinned)
            for id in pinned { _ = try await alice.post("/conversations/\(id)/pin", ["state": "on"]) }
            var path: String? = "/conversations"
            var pages: [[String]] = []
            while let next = path, pages.count < 10 {
                let page = try await alice.get(next)
                pages.append(listed(page))
                #expect(page.text.utf8.count < 64_000)
                path = page.match(#"class="older" href="(/conversations\?after=[^"]*)""#)
            }
            #expect(pages.count >= 3)
            #expect(Array(pages[0].prefix(pinned.count)) == pinned.reversed(), "by their last activity")
            #expect(pages[0].count == ConversationOverview.pageSize + pinned.count)
            let seen = pages.flatMap(\.self)
            #expect(Set(seen).count == seen.count && Set(seen).isSuperset(of: all))
            #expect(
                pages[0].dropFirst(pinned.count).elementsEqual(
                    all.reversed().filter { !pinned.contains($0) }.prefix(50)))
        }
    }

    @Test func `the open pages of one person are told, and strangers pin nothing`() async throws {
        try await withSite(.embedded) { site in
            let (alice, dave) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "dave")
            )
            let stream = try site.watch(alice)
            try await stream.wait { !$0.events("ready").isEmpty }
            _ = try await alice.post("/conversations/\(veranda)/pin", ["state": "on"])
            try await stream.wait { !$0.events("order").isEmpty }
            stream.close()
            #expect(try await dave.post("/conversations/\(veranda)/pin", ["state": "on"]).status == .notFound)
        }
    }

    @Test func `the list beside a conversation has the same order`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            for isPinned in [true, false] {
                _ = try await alice.post("/conversations/\(withBob)/pin", ["state": isPinned ? "on" : "off"])
                _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "hello"])
                for _ in 0..<2 {
                    let page = try await alice.get("/conversations/\(veranda)", [.accept: "text/html"])
                    #expect(
                        page.match(#"class="conversation" (?:aria-current="page" )?href="/conversations/(550e[^#"]*)"#)
                            == (isPinned ? withBob : veranda))
                }
            }
        }
    }
}
