import Chat
import ChatStore
import RepositoryBehaviour
import Testing

struct SampleWorldTests {
    private let clock = ManualClock()
    private let store: ChatStore
    /// Every conversation with all its messages, the oldest first.
    private let world: [(conversation: Conversation, messages: [Message])]

    init() throws {
        store = try ChatStore(.memory, clock: clock.clock)
        #expect(try SampleWorld.seed(store))
        world = try Self.read(store)
    }

    private static func read(_ store: ChatStore) throws -> [(conversation: Conversation, messages: [Message])] {
        var seen: Set<ConversationID> = []
        return try SamplePerson.allCases.flatMap { try store.conversations(of: $0.id) }
            .filter { seen.insert($0.id).inserted }
            .map { conversation in
                let reader = try #require(conversation.activeParticipants.first).user.id
                let messages = try store.messages(in: conversation.id, as: reader, before: nil, limit: 1_000)
                return (conversation, messages.reversed())
            }
    }

    private var messages: [Message] { world.flatMap(\.messages) }
    private var texts: [String] {
        messages.compactMap { if case .text(_, let text) = $0.content { text } else { nil } }
    }

    @Test("eight people live in it, with ids and aliases that one can know")
    func people() throws {
        let users = try store.users()
        #expect(users.map(\.alias) == ["alice", "bob", "carol", "dave", "haruka", "kenji", "yui", "sora"])
        #expect(users.first?.id.description == "550e8400-e29b-41d4-a716-446655440001")
        #expect(users.last?.id.description == "550e8400-e29b-41d4-a716-446655440008")
        #expect(users.allSatisfy { $0.avatarURL == nil && Alias($0.alias) != nil && DisplayName($0.name) != nil })
        #expect(try store.user(alias: Alias("haruka")!).name == "佐藤 春香")
    }

    @Test("there is enough to look at, and nothing is said twice")
    func amount() throws {
        #expect((300...400).contains(messages.count))
        #expect(Set(texts).count == texts.count)
        #expect(texts.allSatisfy { (try? MessageText($0))?.description == $0 })
        #expect(world.count == 9)
        #expect(world.filter { $0.conversation.kind == .direct }.count == 4)
        let names = Set(world.compactMap(\.conversation.name))
        #expect(names == ["縁側", "Weekend hikers", "町内会", "Engawa developers", "Thursday book club"])
    }

    @Test("it was said in order during the last ten days, the last of it some minutes ago")
    func moments() throws {
        for (conversation, messages) in world {
            let moments = messages.map(\.createdAt)
            #expect(zip(moments, moments.dropFirst()).allSatisfy { $0.adding(.seconds(10)) <= $1 })
            #expect(moments.allSatisfy { $0 > conversation.createdAt })
        }
        let now = clock.now
        let moments = messages.map(\.createdAt)
        #expect(try #require(moments.max()) < now.adding(.seconds(-120)))
        #expect(try #require(moments.max()) > now.adding(.seconds(-900)))
        #expect(try #require(moments.min()) > now.adding(.seconds(-10 * 86_400)))
        let days = Set(moments.map { (now.milliseconds - $0.milliseconds) / 86_400_000 })
        #expect(days.count == 10)
    }

    @Test("nobody speaks or reacts before joining or after leaving")
    func participation() throws {
        for (conversation, messages) in world {
            for message in messages {
                let voices = [message.sender].compactMap { $0 } + message.reactions.map(\.user)
                for voice in voices {
                    let part = try #require(conversation.participants.first { $0.user.id == voice })
                    #expect(part.joinedAt <= message.createdAt)
                    #expect(part.leftAt.map { message.createdAt < $0 } ?? true)
                }
                #expect(message.reactions.allSatisfy { $0.createdAt > message.createdAt && $0.createdAt < clock.now })
                #expect(message.reactions.allSatisfy { Emoji($0.emoji) != nil })
            }
            let joined = messages.compactMap { if case .joined(let user) = $0.content { user } else { nil } }
            let late = conversation.participants.filter { $0.joinedAt > conversation.createdAt }.map(\.user.id)
            #expect(joined == late)
        }
    }

    @Test("replies answer what was said before by someone in the same conversation")
    func replies() throws {
        var toDeleted = 0
        for (_, messages) in world {
            for message in messages {
                guard let replyTo = message.replyTo else { continue }
                guard let answered = messages.first(where: { $0.id == replyTo }) else {
                    toDeleted += 1
                    continue
                }
                #expect(answered.createdAt < message.createdAt)
            }
        }
        #expect(toDeleted == 1)
        #expect(messages.filter { $0.replyTo != nil }.count > 40)
    }

    @Test("every kind of message is there")
    func kinds() throws {
        #expect(texts.contains { $0.contains("```swift\n") })
        #expect(texts.contains { $0.contains("https://") })
        #expect(texts.contains { $0.count > 400 })
        #expect(texts.contains { $0.unicodeScalars.allSatisfy { $0.properties.isEmoji || $0.value == 0xFE0F } })
        #expect(messages.filter { !$0.reactions.isEmpty }.count > 60)
        #expect(messages.contains { $0.content == .joined(user: SamplePerson.sora.id) })
        #expect(messages.contains { $0.content == .left(user: SamplePerson.alice.id) })
        #expect(try store.bookmarks(of: SamplePerson.alice.id).count == 4)
    }

    @Test("Alice has something to read, leads one group and has left another")
    func alice() throws {
        let alice = SamplePerson.alice.id
        var unread: [String: Int] = [:]
        var left: [String?] = []
        for conversation in try store.conversations(of: alice) {
            guard let part = conversation.activeParticipant(alice) else {
                left.append(conversation.name)
                continue
            }
            let other = conversation.participants.first { $0.user.id != alice }?.user.alias
            let name = try #require(conversation.name ?? other)
            let count = try store.unreadCount(in: conversation.id, for: alice)
            if count > 0 { unread[name] = count }
            #expect((part.role == .admin) == (name == "Weekend hikers"))
            let newest = try store.messages(in: conversation.id, as: alice, before: nil, limit: max(count, 1))
            #expect(newest.prefix(count).allSatisfy { $0.sender != alice })
        }
        #expect(unread == ["縁側": 4, "町内会": 1, "Engawa developers": 3, "haruka": 2])
        #expect(left == ["Thursday book club"])
    }

    @Test("everyone has read what they said themselves")
    func readByOthers() throws {
        for (conversation, messages) in world {
            for participant in conversation.activeParticipants {
                let user = participant.user.id
                let unread = try store.unreadCount(in: conversation.id, for: user)
                #expect(messages.suffix(unread).allSatisfy { $0.sender != user })
            }
        }
    }

    @Test("the same moment gives the same world, and another moment the same world moved")
    func determinism() throws {
        let other = ManualClock()
        let same = try ChatStore(.memory, clock: other.clock)
        try SampleWorld.seed(same)
        #expect(try Self.read(same).map(\.conversation) == world.map(\.conversation))
        #expect(try Self.read(same).map(\.messages) == world.map(\.messages))
        other.advance(by: .seconds(1_000_000))
        let moved = try ChatStore(.memory, clock: other.clock)
        try SampleWorld.seed(moved)
        let moments = try Self.read(moved).flatMap(\.messages).map(\.createdAt)
        #expect(moments == messages.map { $0.createdAt.adding(.seconds(1_000_000)) })
    }

    @Test("a store with people in it is left as it is")
    func inhabited() async throws {
        #expect(try !SampleWorld.seed(store))
        #expect(try Self.read(store).map(\.messages) == world.map(\.messages))
        let own = try ChatStore(.memory, clock: clock.clock)
        let mina = try await own.register(.named("mina"))
        #expect(try !SampleWorld.seed(own))
        #expect(try own.users() == [mina])
    }

    @Test("people of the sample world can go on talking")
    func goingOn() async throws {
        let veranda = try #require(try store.conversations(of: SamplePerson.bob.id).first { $0.name == "縁側" })
        let sent = try await store.send(
            NewMessage(conversation: veranda.id, sender: SamplePerson.bob.id, text: try MessageText("行きます。")))
        #expect(sent.createdAt == clock.now)
        let newest = try store.messages(in: veranda.id, as: SamplePerson.alice.id, before: nil, limit: 1)
        #expect(newest == [sent])
        #expect(try store.unreadCount(in: veranda.id, for: SamplePerson.alice.id) == 5)
    }
}
