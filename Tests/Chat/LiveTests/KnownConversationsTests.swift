import Chat
import ChatStore
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Live

/// The embedded store, which counts how many participants are read from it.
private struct CountingStore: ConversationRepository {
    let store: ChatStore
    let participants = Counter()
    let onCreation = Hook()

    /// What happens after a conversation was created, and before the answer comes.
    final class Hook: Sendable {
        let body = Mutex<(@Sendable (ConversationID) async throws(ChatError) -> Void)?>(nil)
    }

    final class Counter: Sendable {
        let count = Mutex(0)
        func add(_ conversations: [Conversation]) {
            count.withLock { $0 += conversations.reduce(0) { $0 + $1.participants.count } }
        }
    }

    var repositories: Repositories {
        let direct = store.repositories
        return Repositories(
            users: direct.users, conversations: self, messages: direct.messages, reactions: direct.reactions,
            readMarks: direct.readMarks, bookmarks: direct.bookmarks, search: direct.search, health: direct.health)
    }

    func conversations(of user: UserID) throws(ChatError) -> [Conversation] {
        let found = try store.conversations(of: user)
        participants.add(found)
        return found
    }

    func conversationIDs(of user: UserID) throws(ChatError) -> [ConversationID]? { try store.conversationIDs(of: user) }

    func conversation(_ id: ConversationID, as user: UserID) throws(ChatError) -> Conversation {
        let found = try store.conversation(id, as: user)
        participants.add([found])
        return found
    }

    func create(_ conversation: NewConversation, as user: UserID) async throws(ChatError) -> Conversation {
        let created = try await store.create(conversation, as: user)
        try await onCreation.body.withLock { $0 }?(created.id)
        return created
    }

    func add(_ user: UserID, as role: Role, to conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        try await store.add(user, as: role, to: conversation, by: actor)
    }

    func remove(_ user: UserID, from conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        try await store.remove(user, from: conversation, by: actor)
    }
}

struct KnownConversationsTests {
    private let clock = ManualClock()
    private let counting: CountingStore
    private let live: Live
    private let people: [UserID]
    private let room: ConversationID
    private let direct: ConversationID

    /// A room of all, and a direct conversation of the first two.
    init() async throws {
        let store = try ChatStore(.memory, clock: clock.clock)
        counting = CountingStore(store: store)
        live = Live(counting.repositories, policy: .authoritative, clock: clock.clock, publisher: Post())
        var people: [UserID] = []
        for number in 0..<50 {
            let (alias, name) = (try #require(Alias("person\(number)")), try #require(DisplayName("P")))
            people.append(try await store.register(NewUser(alias: alias, name: name, avatarURL: nil)).id)
        }
        self.people = people
        let name = try #require(DisplayName("room"))
        let new = try #require(NewConversation(.group(name: name), participants: people))
        room = try await store.create(new, as: people[0]).id
        clock.advance(by: .seconds(1))
        direct = try await store.create(
            try #require(NewConversation(.direct, participants: [people[0], people[1]])), as: people[0]
        ).id
    }

    private func list(of user: UserID) async throws -> [ConversationID] {
        try await live.repositories.conversations.conversations(of: user).map(\.id)
    }

    @Test func `the members of a conversation are read once for all whose list holds it`() async throws {
        for user in people.reversed() { _ = try await list(of: user) }
        #expect(counting.participants.count.withLock { $0 } == 50 + 2)
        #expect(try await list(of: people[0]) == [direct, room])
        #expect(try await list(of: people[1]) == [direct, room])
        #expect(try await list(of: people[2]) == [room])
    }

    @Test func `who joins and leaves is seen in lists that are read afterwards`() async throws {
        _ = try await list(of: people[0])
        let conversations = live.repositories.conversations
        _ = try await conversations.remove(people[2], from: room, by: people[2])
        _ = try await conversations.add(people[3], as: .member, to: direct, by: people[0])
        let left = try await conversations.conversations(of: people[2])
        #expect(left.map(\.id) == [room], "a conversation that was left stays in the list")
        #expect(left.first?.activeParticipant(people[2]) == nil)
        #expect(try await list(of: people[3]) == [direct, room])
    }

    @Test func `a conversation that somebody left before its creation was answered is in the list of the others`()
        async throws
    {
        let (ann, bob) = (people[4], people[5])
        _ = try await list(of: people[6])
        let start = live.withState { state, now in state.beginRead(ofListOf: ann, now: now) }
        counting.onCreation.body.withLock { body in
            body = { [live] id throws(ChatError) in
                _ = try await live.repositories.conversations.remove(bob, from: id, by: bob)
            }
        }
        let new = try #require(NewConversation(.direct, participants: [ann, bob]))
        let created = try await live.repositories.conversations.create(new, as: ann).id
        // The list as it was before.
        _ = live.update { state, now in state.take([room], read: [], of: ann, begun: start, now: now) }
        #expect(Set(try await list(of: ann)) == [created, room])
    }

    @Test func `what was used within a minute is kept with a stream as without one`() async throws {
        var limits = LiveLimits()
        limits.eviction.conversations = 1
        limits.tick = .seconds(3_600)
        let live = Live(
            counting.repositories, policy: .authoritative, limits: limits, clock: clock.clock, publisher: Post())
        _ = try await live.repositories.conversations.conversations(of: people[0])
        let subscriber = Subscriber(
            user: people[2], session: "s", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in }, end: {})
        _ = try await live.open(subscriber, watching: [], after: nil)
        for _ in 0..<3 {
            let name = try #require(DisplayName("another"))
            let new = try #require(NewConversation(.group(name: name), participants: [people[4]]))
            _ = try await counting.store.create(new, as: people[4])
        }
        _ = try await live.repositories.conversations.conversations(of: people[4])
        clock.advance(by: .seconds(59))
        _ = live.tick()
        let readBefore = counting.participants.count.withLock { $0 }
        _ = try await live.repositories.conversations.conversations(of: people[0])
        #expect(counting.participants.count.withLock { $0 } == readBefore)
        #expect(live.withState { state, _ in state.conversations.count } == 5)
        clock.advance(by: .seconds(62))
        _ = live.tick()
        // The room, which is in the list of somebody with a stream, and one idle conversation.
        #expect(live.withState { state, _ in state.conversations.count } == 2)
    }
}
