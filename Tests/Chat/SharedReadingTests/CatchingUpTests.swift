import Chat
import ChatStore
import Concurrency
import Eventually
import Live
import Testing

@Suite("A page that is loaded before the backend at another site than where its stream is") struct CatchingUpTests {
    private let elsewhere = StreamPosition(.ofNewRun())

    @Test("shows what was told there, for one request of all who load it", arguments: [false, true])
    func catchingUp(isOpen: Bool) async throws {
        let sites = try await ReadingSites(2, hears: false)
        let behind = sites.sites[1]
        if isOpen { try await behind.open(sites.alice.id, watching: sites.room) }
        _ = try await behind.live.repositories.conversations.conversations(of: sites.bob.id)
        #expect(try await behind.page(sites.room, as: sites.bob.id) == ["first"])
        _ = try await sites.send("second", at: 0)
        #expect(try await behind.page(sites.room, as: sites.bob.id) == ["first"])
        let (before, count) = (sites.backend.reads, isOpen ? 50 : 1)
        let question = Gate()
        let begun = Lock(0)
        sites.backend.hold(.question, at: question)
        try await withThrowingTaskGroup { group in
            for _ in 0..<count {
                group.addTask {
                    begun.withLock { $0 += 1 }
                    try await behind.live.catchUp(sites.bob.id, with: elsewhere, in: sites.room)
                }
            }
            try await eventually { begun.withLock { $0 } == count && question.waiting == 1 }
            question.open()
            try await group.waitForAll()
        }
        #expect(try await behind.page(sites.room, as: sites.bob.id) == ["second", "first"])
        #expect(sites.backend.reads - before <= 3)
    }

    @Test("is looked for where it was seen, and not where it is known or older")
    func seen() async throws {
        let sites = try await ReadingSites(2, hears: false)
        let (behind, bob) = (sites.sites[1], sites.bob.id)
        _ = try await behind.live.repositories.conversations.conversations(of: bob)
        _ = try await behind.page(sites.room, as: bob)
        let message = try await sites.send("second", at: 0)
        let access = try await ConversationAccess.enter(sites.room, as: bob, behind.live.repositories)
        let before = sites.backend.reads
        try await behind.live.lookFor(message.id, sentAt: message.createdAt, in: sites.room, as: bob)
        #expect(sites.backend.reads == before + 1)
        // One that was deleted since is no reason to leave unread what was sent before it.
        try await access.markSeen(.random(), sentAt: message.createdAt.adding(.milliseconds(1)))
        #expect(try sites.backend.store.unreadCount(in: sites.room, for: bob) == 0)
        for moment in [nil, message.createdAt] {
            try await behind.live.lookFor(message.id, sentAt: moment, in: sites.room, as: bob)
        }
        try await behind.live.lookFor(.random(), sentAt: message.createdAt, in: sites.room, as: bob)
        #expect(sites.backend.reads == before + 1)
    }
    @Test("is looked for where nothing was said yet as far as is known")
    func firstOfAll() async throws {
        let sites = try await ReadingSites(2, hears: false)
        let (behind, bob) = (sites.sites[1], sites.bob.id)
        let room = try await sites.backend.store.create(
            NewConversation(.direct, participants: [sites.alice.id, bob])!, as: sites.alice.id
        ).id
        _ = try await behind.live.repositories.conversations.conversations(of: bob)
        #expect(try await behind.page(room, as: bob) == [])
        let message = try await sites.sites[0].live.repositories.messages.send(
            NewMessage(conversation: room, sender: sites.alice.id, text: try MessageText("the first")))
        let access = try await ConversationAccess.enter(room, as: bob, behind.live.repositories)
        let before = sites.backend.reads
        try await behind.live.lookFor(message.id, sentAt: message.createdAt, in: room, as: bob)
        #expect(sites.backend.reads == before + 1)
        try await access.markSeen(message.id, sentAt: message.createdAt)
        #expect(try sites.backend.store.unreadCount(in: room, for: bob) == 0)
        #expect(try await behind.page(room, as: bob) == ["the first"])
        try await behind.live.lookFor(message.id, sentAt: message.createdAt, in: room, as: bob)
        #expect(sites.backend.reads == before + 1)
    }
}
