import Chat
import ChatStore
import Foundation
import HTTP
import Replay
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

extension BackendUnderTest {
    /// Where the store searches, and where the newest messages are read over REST.
    fileprivate static let searching: [BackendUnderTest] = [.embedded, .remote]
}

extension Browser {
    fileprivate func search(_ text: String) async throws -> Answer {
        try await get("/search?q=\(PercentEncoding.encode(text))")
    }
}

extension Answer {
    fileprivate var marked: Set<String> { Set(text.matches(of: /<mark>([^<]*)<\/mark>/).map { String($0.output.1) }) }
    /// The links to messages.
    fileprivate var hits: [String] {
        text.matches(of: /class="conversation found" href="([^"]*)"/).map { String($0.output.1) }
    }
    fileprivate func has(_ heading: String) -> Bool { text.contains("<h2 id=\"\(heading)\">") }
}

@Suite struct SearchTests {
    @Test(arguments: BackendUnderTest.searching)
    func `a hit leads to the message in its context`(backend: BackendUnderTest) async throws {
        try await withSite(backend) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let page = try await browser.search("とまと")
            #expect(page.status == .ok)
            #expect(page.marked == ["トマト"])
            #expect(page.hits.count > 3)
            for hit in page.hits {
                let parts = hit.split(separator: "#m-")
                let thread = try await browser.get(String(parts[0]))
                #expect(thread.status == .ok)
                #expect(thread.messageIDs.contains(String(parts[1])))
                #expect(thread.text.contains("トマト"))
            }
        }
    }

    @Test(arguments: BackendUnderTest.searching)
    func `people, conversations and messages are found, each under its heading`(backend: BackendUnderTest) async throws
    {
        try await withSite(backend) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let people = try await browser.search("ＫＥＮＪＩ")
            #expect(people.has("people") && people.has("conversations") && !people.has("messages"))
            #expect(people.text.contains("@<mark>kenji</mark>"))
            let place = try await browser.search("町内会")
            #expect(place.has("conversations") && !place.has("people"))
            #expect(place.text.contains(#"<span class="conversation-title"><mark>町内会</mark></span>"#))
            let nothing = try await browser.search("ぬらりひょん")
            #expect(nothing.status == .ok)
            #expect(nothing.text.contains("Nothing was found for “ぬらりひょん”."))
            #expect(nothing.text.contains("Try fewer or shorter words"))
        }
    }

    @Test func `how far was searched is told where it was not everything`() async throws {
        let sentence = "Only the newest 200 messages of each chat were searched."
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            #expect(!(try await browser.search("トマト").text.contains("were searched")))
        }
        try await withSite(.remote) { site in
            let browser = try await site.browser(signedInAs: "alice", language: "ja")
            #expect(try await browser.search("トマト").text.contains("各会話の新しい200件から探しました"))
            let english = try await site.browser(signedInAs: "alice")
            #expect(try await english.search("zzzzz").text.contains(sentence))
        }
    }

    @Test(arguments: BackendUnderTest.searching)
    func `nobody finds what they may not see`(backend: BackendUnderTest) async throws {
        try await withSite(backend) { site in
            let alice = try #require(UserID(alice))
            let dave = try await site.browser(signedInAs: "dave")
            _ = try await site.repositories.messages.send(
                NewMessage(
                    conversation: try #require(ConversationID(veranda)), sender: alice,
                    text: try MessageText("ここだけの秘密")))
            let stranger = try await dave.search("ここだけの秘密")
            #expect(stranger.hits.isEmpty)
            #expect(!stranger.text.contains(veranda))
            let member = try await site.browser(signedInAs: "bob")
            #expect(try await member.search("ここだけの秘密").hits.count == 1)
            let bob = try await site.repositories.users.user(alias: Alias("bob")!)
            _ = try await site.repositories.conversations.remove(
                bob.id, from: try #require(ConversationID(veranda)), by: bob.id)
            #expect(try await member.search("ここだけの秘密").hits.isEmpty)
            #expect(!(try await member.search("縁側").text.contains("/conversations/\(veranda)#latest")))
            let nobody = try site.browser()
            let answer = try await nobody.search("秘密")
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location]?.hasPrefix("/sign-in?return=%2Fsearch%3Fq%3D") == true)
        }
    }

    @Test func `what was typed is text, wherever it is shown`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let hostile = #""><script>alert(1)</script><mark>"#
            _ = try await browser.post("/conversations/\(veranda)/messages", ["text": "a \(hostile) b"])
            let page = try await browser.search(hostile)
            #expect(page.hits.count == 1)
            #expect(!page.text.contains("<script>alert"))
            #expect(page.text.contains("&lt;script&gt;alert(1)"))
        }
    }

    @Test func `an empty search says what can be done, and one that is too long what is wrong`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            for path in ["/search", "/search?q=", "/search?q=%E3%80%80"] {
                let page = try await browser.get(path)
                #expect(page.status == .ok)
                #expect(page.text.contains("Find people, chats and messages."))
                #expect(page.text.contains(#"<form method="get" action="/search" class="search" role="search">"#))
            }
            let long = try await browser.search(String(repeating: "縁", count: 101))
            #expect(long.status == .unprocessableContent)
            #expect(long.text.contains("A search takes 1 to 100 characters."))
            #expect(try await browser.search(String(repeating: "縁", count: 100)).status == .ok)
            #expect(try await browser.post("/search", ["q": "x"]).status == .methodNotAllowed)
            #expect(try await browser.get("/conversations").text.contains(#"role="search""#))
        }
    }

    @Test func `more than a page of hits is told`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let user = try #require(UserID(alice))
            for number in 0...50 {
                site.clock.advance(by: .seconds(1))
                _ = try await site.repositories.messages.send(
                    NewMessage(
                        conversation: try #require(ConversationID(veranda)), sender: user,
                        text: try MessageText("numbered \(number)")))
            }
            let page = try await browser.search("numbered")
            #expect(page.hits.count == 50)
            #expect(page.text.contains("These are the newest 50."))
            #expect(page.text.contains("<mark>numbered</mark> 50<"))
            #expect(!page.text.contains("<mark>numbered</mark> 0<"))
        }
    }

    @Test func `a person runs two searches at once, and keeps the words of the next`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let (searches, user) = (site.site.parts.searches, try #require(UserID(alice)))
            #expect(try await browser.search("トマト").status == .ok)
            // Those before have ended, and count no more.
            for _ in 0..<2 { #expect(searches.acquire(for: user, isLimited: true)) }
            let refused = try await browser.search("トマト")
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.retryAfter] == "1")
            #expect(refused.text.contains(#"value="トマト""#))
            #expect(refused.text.contains(#"role="alert""#))
            #expect(site.log.all.contains("too many requests (searching)"))
            #expect(try await site.browser(signedInAs: "bob").search("トマト").status == .ok)
            searches.release(user)
            #expect(try await browser.search("トマト").status == .ok)
        }
    }

    @Test func `searches of a minute are limited, and the words of the next are kept`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let user = try #require(UserID(alice))
            for _ in 0..<RequestBudget.searching.size.burst {
                _ = site.site.parts.requests.take(.searching, by: .person(user), now: site.clock.clock.now())
            }
            let refused = try await browser.search("トマト")
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.retryAfter] == "1")
            #expect(refused.text.contains(#"value="トマト""#))
            #expect(refused.text.contains(#"role="alert""#))
            // Nothing was looked for.
            #expect(refused.marked.isEmpty)
        }
    }
}
