import Chat
import Live
import PostgreSQL
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@testable import PostgreSQLChat

/// What a process does that knows less than the database, or does not reach it.
@Suite("A process that is behind") struct MarksAndOutagesTests {
    private let chat: SharedChat
    private var place: TestDatabase { chat.place }
    private var store: PostgreSQLChatStore { chat.store }
    private var alice: User { chat.alice }
    private var bob: User { chat.bob }
    private var group: Conversation { chat.group }

    init() async throws { chat = try await SharedChat() }

    private func post(_ text: String) async throws -> Message {
        try await chat.post(text)
    }

    private func lastRead() async throws -> MessageID? {
        guard case .message(let id, _) = try await store.lastRead(in: group.id, for: bob.id) else { return nil }
        return id
    }

    @Test("a read mark that is moved forward stays where it is farther already")
    func forward() async throws {
        let sent = [try await post("1"), try await post("2"), try await post("3")]
        for (index, expected) in [(1, 1), (0, 1), (1, 1), (2, 2), (0, 2)] {
            let mark = try await store.advance(to: sent[index].id, in: group.id, by: bob.id)
            #expect(mark.lastRead == sent[expected].id)
            #expect(try await lastRead() == sent[expected].id)
        }
        await #expect(throws: ChatError.self) { try await store.advance(to: .random(), in: group.id, by: bob.id) }
        await #expect(throws: ChatError.self) { try await store.advance(to: sent[0].id, in: group.id, by: .random()) }
    }

    @Test("what was seen is marked as read by a process that has not heard of it, and never back")
    func seen() async throws {
        let first = try await post("1")
        // Without `ChangeFeed`, it hears of nothing.
        let behind = Live(
            PostgreSQLChatStore(place.another()).repositories, policy: .authoritative, publisher: Silence())
        func access() async throws -> ConversationAccess {
            try await ConversationAccess.enter(group.id, as: bob.id, behind.repositories)
        }
        try await access().markSeen(first.id, sentAt: nil)
        #expect(try await lastRead() == first.id)
        let (second, third) = (try await post("2"), try await post("3"))
        try await access().markSeen(third.id, sentAt: nil)
        #expect(try await lastRead() == third.id)
        // It knows nothing of a mark that was set elsewhere.
        let fourth = try await post("4")
        _ = try await store.mark(fourth.id, asReadIn: group.id, by: bob.id)
        for message in [second, third, first] { try await access().markSeen(message.id, sentAt: nil) }
        #expect(try await lastRead() == fourth.id)
    }

    @Test(
        "what was deleted after it was seen is marked as read, and what was sent before it", arguments: [false, true])
    func deleted(isKnown: Bool) async throws {
        let first = try await post("1")
        let live = Live(PostgreSQLChatStore(place.another()).repositories, policy: .authoritative, publisher: Silence())
        func markSeen(_ message: Message, at moment: Timestamp?) async throws {
            let access = try await ConversationAccess.enter(group.id, as: bob.id, live.repositories)
            try await access.markSeen(message.id, sentAt: moment)
        }
        try await markSeen(first, at: first.createdAt)
        let (second, third) = (try await post("2"), try await post("3"))
        try await store.delete(third.id, in: group.id, as: alice.id)
        if isKnown { await live.rereadEverything() }
        try await markSeen(third, at: nil)
        #expect(try await lastRead() == first.id)
        try await markSeen(third, at: third.createdAt)
        #expect(try await store.unreadCount(in: group.id, for: bob.id) == 0)
        // Never back.
        try await markSeen(second, at: second.createdAt)
        #expect(try await store.unreadCount(in: group.id, for: bob.id) == 0)
    }

    @Test("drafts that can't be read say that the database is away")
    func drafts() async throws {
        let away = PostgreSQLChatStore(
            Database(try #require(ServerAddress("postgresql://engawa@/away?host=/tmp/away")), on: [place.loop]))
        let isOutage = { (error: any Error) in (error as? ChatError)?.isOutage == true }
        await #expect { _ = try await away.drafts.draft(of: bob.id, in: group.id) } throws: { isOutage($0) }
        await #expect { _ = try await away.drafts.drafts(of: bob.id) } throws: { isOutage($0) }
        await #expect {
            try await away.drafts.keep(draft: Draft("text", key: nil, reply: nil), of: bob.id, in: group.id)
        } throws: { isOutage($0) }
    }
}

private struct Silence: Publisher {
    func publish(_ publication: Publication) async {}
}
