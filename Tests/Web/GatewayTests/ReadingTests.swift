import Chat
import Foundation
import Gateway
import HTTP
import RepositoryBehaviour
import Testing

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// What counts as read, for a browser with scripts and for one without.
@Suite struct ReadingTests {
    private func behind(_ site: SiteUnderTest) async throws -> Int {
        try await site.repositories.readMarks.unreadCount(
            in: #require(ConversationID(veranda)), for: #require(UserID(alice)))
    }

    @Test func `where a script tells what is seen, a page that is sent is not read yet`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let bob = try await site.browser(signedInAs: "bob")
            _ = try await alice.get("/conversations/\(veranda)")
            for text in ["one", "two", "three"] {
                _ = try await bob.post("/conversations/\(veranda)/messages", ["text": text])
            }
            alice.cookies["reading"] = "told"
            let page = try await alice.get("/conversations/\(veranda)")
            #expect(page.text.contains(#"data-conversation="\#(veranda)""#))
            #expect(page.text.contains(#"data-unread="3""#))
            #expect(try await behind(site) == 3)
            let ids = page.messageIDs.suffix(3)
            for (id, left) in [(ids[ids.startIndex + 1], 1), (ids[ids.startIndex], 1), (ids[ids.startIndex + 2], 0)] {
                // The second one is older than what is read: the mark stays where it is.
                let answer = try await alice.post("/conversations/\(veranda)/read", ["message": id])
                #expect(answer.status == .noContent)
                #expect(try await behind(site) == left)
            }
            #expect(!(try await alice.get("/conversations/\(veranda)").text.contains("data-unread")))
        }
    }

    @Test(arguments: [72, 130])
    func `a conversation opens at the first unread message, and each next page moves the mark`(count: Int) async throws
    {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let path = "/conversations/\(veranda)"
            _ = try await alice.get(path)
            let (id, bob) = (try #require(ConversationID(veranda)), UserID.bob)
            for number in 0..<count {
                _ = try await site.repositories.messages.send(
                    NewMessage(conversation: id, sender: bob, text: try MessageText("said \(number).")))
            }
            // The newest page lacks some of them, and marks nothing.
            let newest = try await alice.get("\(path)?at=newest").text
            #expect(
                newest.contains("said \(count - 1).") && !newest.contains("said 0.") && !newest.contains(#"id="new""#))
            #expect(try await behind(site) == count)
            var next = path
            var shown = 0
            while true {
                let answer = try await alice.get(next)
                let page = answer.text
                let line = try #require(page.range(of: #"id="new""#))
                #expect(page[line.upperBound...].contains("said \(shown)."))
                #expect(!page[..<line.lowerBound].contains("said \(shown)."))
                while page.contains("said \(shown).") { shown += 1 }
                #expect(try await behind(site) == count - shown)
                guard let newer = answer.match(#"class="older newer" href="([^"]*)""#) else { break }
                next = newer
            }
            #expect(shown == count)
        }
    }

    @Test func `a mark moves forward also where more is unread than is looked at, and never backward`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let path = "/conversations/\(veranda)"
            _ = try await alice.get(path)
            alice.cookies["reading"] = "told"
            let (id, bob) = (try #require(ConversationID(veranda)), UserID.bob)
            var sent: [Message] = []
            for number in 0..<320 {
                sent.append(
                    try await site.repositories.messages.send(
                        NewMessage(conversation: id, sender: bob, text: try MessageText("said \(number)."))))
            }
            for (index, left) in [(9, 310), (4, 310), (49, 270), (20, 270), (250, 69), (100, 69), (319, 0)] {
                let answer = try await alice.post(
                    "\(path)/read",
                    ["message": sent[index].id.description, "at": String(sent[index].createdAt.milliseconds)])
                #expect(answer.status == .noContent)
                #expect(try await behind(site) == left)
            }
            let marked = try await alice.post("\(path)/read", ["message": sent[319].id.description, "then": "newest"])
            #expect(marked.headers[.location] == "\(path)?at=newest#latest")
        }
    }

    @Test func `the read mark is moved by participants only, and to a message`() async throws {
        try await withSite(.embedded) { site in
            let path = "/conversations/\(veranda)/read"
            let alice = try await site.browser(signedInAs: "alice")
            #expect(try await site.browser().post(path, ["message": "x"]).status == .unauthorized)
            #expect(try await alice.post(path, ["message": "x"]).status == .badRequest)
            #expect(try await alice.get(path).status == .methodNotAllowed)
            #expect(try await alice.post(path, ["message": "x"], origin: "http://evil.test").status == .forbidden)
            let stranger = try site.browser()
            _ = try await stranger.post("/register", ["name": "Stranger", "alias": "stranger"])
            let id = try #require(try await alice.get("/conversations/\(veranda)").messageIDs.last)
            #expect(try await stranger.post(path, ["message": id]).status == .notFound)
        }
    }

    @Test func `the icon has a dot while something is unread`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let bob = try await site.browser(signedInAs: "bob")
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "news"])
            #expect(try await alice.get("/conversations").text.contains("/icon-unread.svg"))
            #expect(!(try await alice.get("/profile").text.contains("/icon-unread.svg")))
        }
    }

    @Test func `a field to filter by name comes with lists that are long enough`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            #expect(try await alice.get("/conversations/\(veranda)/members").text.contains(#"id="filter""#))
            #expect(try await alice.get("/conversations/new").text.contains(#"id="filter""#))
            let direct = try #require(
                try await alice.get("/search?q=bob").match(#"(/conversations/[0-9a-f-]{36})#latest"#))
            #expect(!(try await alice.get("\(direct)/members").text.contains(#"id="filter""#)))
        }
    }
}
