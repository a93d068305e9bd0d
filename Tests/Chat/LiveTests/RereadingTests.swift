import Chat
import ChatRecords
import ChatStore
import RepositoryBehaviour
import Testing

@testable import Live

/// What is changed past the cache of an embedded chat.
@Suite struct RereadingTests {
    private let clock = ManualClock()
    private let store: ChatStore
    private let post = Post()
    private let live: Live
    private let ann: User
    private let bob: User
    private let room: ConversationID

    init() async throws {
        store = try ChatStore(.memory, clock: clock.clock)
        live = Live(store.repositories, policy: .authoritative, clock: clock.clock, publisher: post)
        ann = try await store.register(NewUser(alias: Alias("ann")!, name: DisplayName("Ann")!, avatarURL: nil))
        bob = try await store.register(NewUser(alias: Alias("bob")!, name: DisplayName("Bob")!, avatarURL: nil))
        room = try await store.create(
            NewConversation(.group(name: DisplayName("room")!), participants: [ann.id, bob.id])!, as: ann.id
        ).id
    }

    private func names() async throws -> [String] {
        try await live.repositories.conversations.conversation(room, as: ann.id).participants.map(\.user.name)
    }

    private func texts() async throws -> [Message.Content] {
        try await live.repositories.messages.messages(in: room, as: ann.id, before: nil, limit: 9).map(\.content)
    }

    private func say(_ text: String, as user: User) async throws -> Message {
        clock.advance(by: .seconds(1))
        return try await live.repositories.messages.send(
            NewMessage(conversation: room, sender: user.id, text: try MessageText(text)))
    }

    @Test func `a name that was changed past the cache is shown and published after rereading`() async throws {
        let subscriber = Subscriber(
            user: ann.id, session: "ann", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in },
            end: {})
        _ = try await live.open(subscriber, watching: [room], after: nil)
        let version = live.version(ofListOf: ann.id)
        _ = try await store.rename(bob.id, to: DisplayName("Robert"), alias: nil)
        #expect(try await names() == ["Ann", "Bob"])
        await live.reread([room, .random()])
        #expect(try await names() == ["Ann", "Robert"])
        #expect(live.version(ofListOf: ann.id) != version)
        while !live.isQuiet { await Task.yield() }
        let published = post.collect(subscriber).contains { event in
            if case .feed(.conversation) = event.kind { event.conversation == room } else { false }
        }
        #expect(published)
    }

    @Test func `changes whose messages could not be read are not taken, and are published the next time`() async throws
    {
        let line = Outage()
        let distant = DistantStore(store: store, line: line).repositories
        let live = Live(distant, policy: .authoritative, clock: clock.clock, publisher: post)
        let subscriber = Subscriber(
            user: ann.id, session: "ann", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in },
            end: {})
        _ = try await live.open(subscriber, watching: [room], after: nil)
        clock.advance(by: .seconds(1))
        let message = try await store.send(
            NewMessage(conversation: room, sender: bob.id, text: try MessageText("posted elsewhere")))
        line.cutMessages(true)
        await #expect(throws: ChatError.self) { try await live.take([.anything(.conversation(room))]) }
        line.cutMessages(false)
        try await live.take([.anything(.conversation(room))])
        while !live.isQuiet { await Task.yield() }
        let published = post.collect(subscriber).contains { event in
            if case .feed(.posted(let posted, _)) = event.kind { posted.id == message.id } else { false }
        }
        #expect(published)
    }

    @Test func `messages, bookmarks and counts of a person who was deleted elsewhere are read again`() async throws {
        let his = try await say("his", as: bob)
        let hers = try await say("hers", as: ann)
        _ = try await live.repositories.bookmarks.add(bookmark: his.id, by: ann.id)
        #expect(try await live.repositories.bookmarks.bookmarks(of: ann.id).map(\.text) == ["his"])
        #expect(try await texts() == [hers.content, his.content])
        #expect(try await live.repositories.readMarks.unreadCount(in: room, for: ann.id) == 2)
        _ = try await store.delete(bob.id, withMessages: true)
        await live.rereadEverything()
        #expect(try await texts() == [.left(user: bob.id), hers.content])
        #expect(try await names() == ["Ann"])
        #expect(try await live.repositories.bookmarks.bookmarks(of: ann.id).map(\.text) == [nil])
        #expect(try await live.repositories.readMarks.unreadCount(in: room, for: ann.id) == 2)
    }
}
