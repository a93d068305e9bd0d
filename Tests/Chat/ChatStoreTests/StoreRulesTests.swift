import Chat
import ChatStore
import RepositoryBehaviour
import Testing

/// What the store decides beyond the protocols' documentation.
struct StoreRulesTests {
    private let clock = ManualClock()
    private let store: ChatStore
    private let alice: User
    private let bob: User
    private let group: Conversation

    init() async throws {
        store = try ChatStore(.memory, clock: clock.clock)
        alice = try await store.register(.named("alice"))
        bob = try await store.register(.named("bob"))
        group = try await store.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id, bob.id])!, as: alice.id)
    }

    private func say(_ text: String, as sender: User) async throws -> Message {
        clock.advance(by: .seconds(1))
        return try await store.send(NewMessage(conversation: group.id, sender: sender.id, text: try MessageText(text)))
    }

    private func messages() throws -> [Message] {
        try store.messages(in: group.id, as: alice.id, before: nil, limit: 50)
    }

    @Test("the words and reactions of a deleted message are gone, its bookmarks stay without words")
    func deletedWords() async throws {
        let message = try await say("a secret", as: bob)
        _ = try await store.add(Emoji("👍")!, to: message.id, in: message.conversation, as: alice.id)
        _ = try await store.add(bookmark: message.id, by: alice.id)
        try await store.delete(message.id, in: message.conversation, as: bob.id)
        #expect(try store.reactions(to: message.id, as: alice.id) == [])
        let bookmarks = try store.bookmarks(of: alice.id)
        #expect(bookmarks.map(\.message) == [message.id])
        #expect(bookmarks.map(\.text) == [nil])
        try await store.remove(bookmark: message.id, by: alice.id)
        #expect(try store.bookmarks(of: alice.id) == [])
    }

    @Test("participants are in the order in which they joined, whatever their names and identifiers")
    func orderOfParticipants() async throws {
        let people = try await (0..<20).asyncMap { try await store.register(.named("person\($0)")) }.shuffled()
        let others = try await (0..<3).asyncMap { number in
            try await store.create(
                NewConversation(
                    .group(name: DisplayName("other \(number)")!), participants: people.shuffled().map(\.id))!,
                as: people[0].id)
        }
        for person in people { _ = try await store.add(person.id, as: .member, to: group.id, by: alice.id) }
        let expected = [alice, bob] + people
        #expect(try store.conversation(group.id, as: alice.id).participants.map(\.user) == expected)
        let all = try store.conversations(of: people[0].id)
        #expect(Set(all.map(\.id)) == Set(others.map(\.id) + [group.id]))
        #expect(all.first { $0.id == group.id }?.participants.map(\.user) == expected)
        for other in others { #expect(all.first { $0.id == other.id } == other) }
    }

    @Test("a message is changed only in the conversation that holds it, which can be asked for")
    func conversationOfMessage() async throws {
        let message = try await say("here", as: alice)
        let other = try await store.create(NewConversation(.direct, participants: [alice.id])!, as: alice.id).id
        let (thumb, user) = (Emoji("👍")!, alice.id)
        let refused = ChatError.Reason.notFound
        #expect(
            await #expect(throws: ChatError.self) { try await store.delete(message.id, in: other, as: user) }?.reason
                == refused)
        #expect(
            await #expect(throws: ChatError.self) { try await store.add(thumb, to: message.id, in: other, as: user) }?
                .reason
                == refused)
        let reaction = try await store.add(thumb, to: message.id, in: group.id, as: user)
        let error = await #expect(throws: ChatError.self) {
            try await store.remove(thumb.description, from: message.id, in: other, as: user)
        }
        #expect(error?.reason == refused)
        #expect(try messages().map(\.reactions) == [[reaction]])
        #expect(try await store.conversation(of: message.id) == group.id)
        let unknown = await #expect(throws: ChatError.self) { try await store.conversation(of: .random()) }
        #expect(unknown?.reason == refused)
    }

    @Test("a deleted message takes no reaction, but may be bookmarked and answered")
    func afterDeletion() async throws {
        let message = try await say("gone", as: bob)
        try await store.delete(message.id, in: message.conversation, as: bob.id)
        let error = await #expect(throws: ChatError.self) {
            try await store.add(Emoji("👍")!, to: message.id, in: message.conversation, as: alice.id)
        }
        #expect(error?.reason == .notFound)
        _ = try await store.add(bookmark: message.id, by: alice.id)
        let answer = try await store.send(
            NewMessage(
                conversation: group.id, sender: alice.id, text: try MessageText("what was that?"), replyTo: message.id))
        #expect(answer.replyTo == message.id)
    }

    @Test("deleted messages are not unread, on whichever side of the mark")
    func deletedIsNotUnread() async throws {
        let sent = try await (1...6).asyncMap { try await say("\($0)", as: alice) }
        try await store.delete(sent[0].id, in: sent[0].conversation, as: alice.id)
        #expect(try store.unreadCount(in: group.id, for: bob.id) == 5)
        _ = try await store.mark(sent[2].id, asReadIn: group.id, by: bob.id)
        #expect(try store.unreadCount(in: group.id, for: bob.id) == 3)
        for index in [1, 2, 4, 5] { try await store.delete(sent[index].id, in: sent[index].conversation, as: alice.id) }
        #expect(try store.unreadCount(in: group.id, for: bob.id) == 1)
        try await store.delete(sent[3].id, in: sent[3].conversation, as: alice.id)
        #expect(try store.unreadCount(in: group.id, for: bob.id) == 0)
    }

    @Test("who is there already gets the role, and no message tells of joining")
    func roleOfParticipant() async throws {
        let participant = try await store.add(bob.id, as: .admin, to: group.id, by: alice.id)
        #expect(participant.role == .admin)
        #expect(try store.conversation(group.id, as: alice.id).activeParticipant(bob.id) == participant)
        #expect(try messages() == [])
    }

    @Test("who comes back keeps the moment of first joining")
    func joinedAt() async throws {
        let joined = group.activeParticipant(bob.id)?.joinedAt
        clock.advance(by: .seconds(60))
        _ = try await store.remove(bob.id, from: group.id, by: bob.id)
        clock.advance(by: .seconds(60))
        #expect(try await store.add(bob.id, as: .member, to: group.id, by: alice.id).joinedAt == joined)
    }

    @Test("the message of leaving knows who left")
    func whoLeft() async throws {
        _ = try await store.remove(bob.id, from: group.id, by: bob.id)
        #expect(try messages().map(\.content) == [.left(user: bob.id)])
    }

    @Test("a bookmarked message of joining has the backend's words")
    func bookmarkedJoining() async throws {
        let carol = try await store.register(.named("carol"))
        _ = try await store.add(carol.id, as: .member, to: group.id, by: alice.id)
        _ = try await store.add(bookmark: try #require(try messages().first).id, by: alice.id)
        #expect(try store.bookmarks(of: alice.id).map(\.text) == ["\(carol.id) joined"])
    }

    @Test("the message sent last is the newest, though the clock was set back")
    func clockSetBack() async throws {
        let first = try await say("first", as: alice)
        clock.advance(by: .seconds(-3_600))
        let later = try await (0..<3).asyncMap { try await say("\($0)", as: bob) }
        #expect(try messages() == later.reversed() + [first])
        #expect(later.map(\.createdAt) == (1...3).map { first.createdAt.adding(.milliseconds($0)) })
        clock.advance(by: .seconds(7_200))
        #expect(try await say("at last", as: alice).createdAt == clock.now)
    }

    @Test("a limit out of range is brought into it", arguments: [0, -1, .min])
    func limits(limit: Int) async throws {
        let sent = try await (1...3).asyncMap { try await say("\($0)", as: alice) }
        #expect(try store.messages(in: group.id, as: bob.id, before: nil, limit: limit) == [sent[2]])
        #expect(try store.messages(in: group.id, as: bob.id, before: nil, limit: .max) == sent.reversed())
    }
}
