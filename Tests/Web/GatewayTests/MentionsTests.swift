import Chat
import Foundation
import HTTP
import Testing

@testable import Gateway

/// The veranda; Alice and Bob; the hikers.
private let group = "/conversations/550e8400-e29b-41d4-a716-446655450001"
private let direct = "/conversations/550e8400-e29b-41d4-a716-446655450006"
private let otherGroup = "/conversations/550e8400-e29b-41d4-a716-446655450002"

/// The page of the messages that mention the viewer.
@Suite struct MentionsTests {
    private func say(_ text: String, _ browser: Browser, in conversation: String = group) async throws {
        let answer = try await browser.post(
            conversation + "/messages", ["key": "\(FormKey.random())", "text": text])
        try #require(answer.status == .seeOther)
    }

    @Test(arguments: [false, true]) func `it has the messages of groups that mention the viewer, newest first`(
        isRemote: Bool
    ) async throws {
        try await withSite(isRemote ? .remote : .embedded) { site in
            let (alice, bob) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob")
            )
            let nobody = try await alice.get("/mentions").text
            #expect(nobody.contains("Nobody has mentioned you."))
            // The conversations are cached once they are shown.
            _ = try await alice.get(group)
            _ = try await alice.get(otherGroup)
            try await say("the first for @Alice, please", bob)
            try await say("the second: @alice.", bob, in: otherGroup)
            try await say("for @alicefoo and alice", bob)
            try await say("only between us, @alice", bob, in: direct)
            try await say("a note of my own: @alice", alice)
            let answer = try await alice.get("/mentions")
            let page = answer.text
            let (first, second) = (
                try #require(page.range(of: "the first for")), try #require(page.range(of: "the second"))
            )
            #expect(second.lowerBound < first.lowerBound)
            for other in ["alicefoo", "only between us", "a note of my own"] {
                #expect(!page.contains(other), "\(other)")
            }
            #expect(page.contains("Only messages that were loaded lately") == isRemote)
            let link = try #require(answer.match(##"class="conversation found" href="([^"#]+)"##))
            #expect(try await alice.get(link).text.contains("the second"))
            #expect(try await bob.get("/mentions").text.contains("Nobody has mentioned you."))
        }
    }

    @Test func `it has nothing of a group that the viewer has left`() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob")
            )
            try await say("where are you, @alice?", bob)
            #expect(try await alice.get("/mentions").text.contains("where are you"))
            let user = try #require(try await alice.get(group).match(#"data-user="([^"]+)""#))
            _ = try await alice.post(group + "/members/remove", ["user": user])
            #expect(!(try await alice.get("/mentions").text.contains("where are you")))
        }
    }

    /// A place that is opened often must not read a thousand messages of each conversation.
    @Test func `a REST backend is not asked for messages`() async throws {
        let requests = Count()
        try await withSite(.remote, counting: requests) { site in
            let alice = try await site.browser(signedInAs: "alice")
            _ = try await alice.get("/conversations")
            let before = requests.value
            #expect(try await alice.get("/mentions").status == .ok)
            #expect(requests.value == before)
        }
    }

    @Test func `it shows as many as a search`() async throws {
        try await withSite(.embedded, limitsRequests: false) { site in
            let (alice, bob) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob")
            )
            for number in 0...MentionsFeature.shown { try await say("number \(number) for @alice", bob) }
            let page = try await alice.get("/mentions").text
            #expect(page.components(separatedBy: #"class="conversation found""#).count == MentionsFeature.shown + 1)
            #expect(page.contains("These are the newest.") && !page.contains("number 0 for"))
        }
    }
}
