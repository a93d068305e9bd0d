import Accounts
import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let withBob = "550e8400-e29b-41d4-a716-446655450006"

/// Which messages of one conversation call a person.
@Suite struct NotificationLevelTests {
    private let path = "/conversations/\(veranda)/notifications"

    /// The number in the title of the list.
    private func counted(_ browser: Browser) async throws -> Int {
        try await browser.get("/conversations").match(#"<title>\((\d+)\)"#).flatMap { Int($0) } ?? 0
    }

    @Test func `a muted conversation is marked and counts nothing, until its end`() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "hello"])
            let before = try await counted(alice)
            let phone = try await site.browser(signedInAs: "alice")
            #expect(!(try await alice.get("/conversations").text.contains(#"class="silent""#)))
            #expect(try await alice.post(path, ["level": "nothing", "for": "8h"]).status == .seeOther)
            for browser in [alice, phone] {
                #expect(try await browser.get("/conversations").text.contains(#"class="silent""#))
                #expect(try await counted(browser) < before)
                #expect(try await browser.get("/conversations/\(veranda)").text.contains(#"aria-label="Muted">🔕"#))
                #expect(
                    try await browser.get("/conversations/\(withBob)").text.contains(#"aria-label="Notifications">🔔"#))
            }
            let page = try await phone.get(path)
            #expect(page.text.contains(#"value="nothing" checked"#) && page.text.contains("Until "))
            // For others nothing changes.
            #expect(!(try await bob.get("/conversations/\(veranda)").text.contains(#"aria-label="Muted">🔕"#)))
            site.clock.advance(by: .seconds(8 * 3_600))
            #expect(!(try await alice.get("/conversations").text.contains(#"class="silent""#)))
        }
    }

    @Test func `open pages are told what is chosen`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let stream = try site.watch(alice)
            try await stream.wait { !$0.events("notifications").isEmpty }
            _ = try await alice.post(path, ["level": "mentions", "for": "always"])
            try await stream.wait { $0.events("notifications").count > 1 }
            let levels = stream.events("notifications").last?.data["levels"] as? [String: [String]]
            #expect(levels == [veranda: ["mentions", ""]])
            _ = try await alice.post(path, ["level": "usual"])
            try await stream.wait { $0.events("notifications").count > 2 }
            let none = stream.events("notifications").last?.data["levels"] as? [String: [String]]
            #expect(none == [:])
            stream.close()
        }
    }

    @Test func `strangers choose nothing, and what no page has is refused`() async throws {
        try await withSite(.embedded) { site in
            let (alice, dave) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "dave")
            )
            #expect(try await dave.get(path).status == .notFound)
            #expect(try await dave.post(path, ["level": "nothing"]).status == .notFound)
            #expect(try await alice.post(path, ["level": "loud"]).status == .badRequest)
            #expect(try await alice.post(path, ["level": "nothing", "for": "ever"]).status == .badRequest)
            // In a direct conversation each message is for the person.
            let direct = try await alice.get("/conversations/\(withBob)/notifications")
            #expect(!direct.text.contains(#"value="mentions""#) && direct.text.contains(#"value="nothing""#))
        }
    }

    @Test(arguments: [
        (NotificationLevel.Level.all, 5, 5), (.mentions, 2, 5), (.nothing, 0, 0),
    ])
    func `a level decides what the title counts, in a group and in a direct conversation`(
        level: NotificationLevel.Level, group: Int, direct: Int
    ) {
        let (moment, id) = (Timestamp(milliseconds: 0), ConversationID.random())
        let alice = User(id: .random(), alias: "alice", name: "Alice", avatarURL: nil, createdAt: moment)
        let messages = (0..<5).map { number in
            Message(
                id: .random(), conversation: id,
                content: .text(sender: .random(), text: number < 2 ? "@alice, look" : "hello"), replyTo: nil,
                createdAt: moment, reactions: [])
        }
        for (kind, expected) in [(Conversation.Kind.group, group), (.direct, direct)] {
            let conversation = Conversation(
                id: id, kind: kind, name: kind == .group ? "g" : nil, createdAt: moment,
                participants: [
                    Participant(
                        id: .random(), conversation: id, user: alice, role: .member, joinedAt: moment, leftAt: nil)
                ])
            let unread = Unread(5, of: messages[...], in: conversation, for: alice.id)
            let summary = ConversationSummary(conversation: conversation, lastMessage: messages.last, unread: unread)
            #expect(summary.counted(by: NotificationSettings(), NotificationLevel(level)) == expected)
            #expect(summary.counted(by: nil, NotificationLevel(level)) == expected)
        }
    }
}
