import Chat
import Testing

@testable import Live

/// Who is online in a direct conversation is told to the other person.
struct DirectPresenceTests {
    private let alice = UserID.random()
    private let bob = UserID.random()

    /// A state in which both have a direct conversation, and Alice a group, too.
    private func place(presentDirects: Int = 100) -> (world: StateUnderTest, direct: ConversationID) {
        var world = StateUnderTest(conversations: 10, people: 10, presentDirects: presentDirects)
        let now = world.now()
        let (direct, group) = (ConversationID.random(), ConversationID.random())
        let conversations = [(direct, Conversation.Kind.direct), (group, .group)].map { id, kind in
            let participants = [alice, bob].map { user in
                Participant(
                    id: .random(), conversation: id,
                    user: User(id: user, alias: "alias", name: "name", avatarURL: nil, createdAt: now),
                    role: .member, joinedAt: now, leftAt: nil)
            }
            return Conversation(
                id: id, kind: kind, name: kind == .group ? "group" : nil, createdAt: now, participants: participants)
        }
        for user in [alice, bob] {
            _ = world.state.take(
                [direct, group], read: conversations, of: user, begun: world.state.beginRead(), now: now)
        }
        return (world, direct)
    }

    private func open(_ user: UserID, _ world: inout StateUnderTest) -> UInt64 { world.openStream(of: user) }

    private func close(_ stream: UInt64, _ world: inout StateUnderTest) {
        let moment = world.now()
        _ = world.state.close(stream, now: moment)
    }

    private func told(_ world: inout StateUnderTest, after time: Duration) -> [Publication] {
        let moment = world.now().adding(time)
        return world.state.publishDirectPresence(now: moment)
    }

    @Test func `the other person is told who comes and who stays away`() {
        var (world, direct) = place()
        _ = open(alice, &world)
        #expect(told(&world, after: .seconds(5)).isEmpty, "nobody else is online")
        let second = open(bob, &world)
        #expect(world.state.directs(of: bob).map(\.id) == [direct])
        let came = told(&world, after: .seconds(5))
        #expect(came.map(\.event.conversation) == [direct])
        #expect(came.first?.event.kind == .present([bob, alice], count: 2))
        #expect(came.first?.subscribers.map(\.user) == [alice])
        close(second, &world)
        let left = told(&world, after: .seconds(5))
        #expect(left.map(\.event.kind) == [.present([alice], count: 1)])
    }

    @Test func `loading another page is neither`() {
        var (world, _) = place()
        _ = open(alice, &world)
        _ = told(&world, after: .seconds(5))
        let page = open(bob, &world)
        #expect(told(&world, after: .seconds(5)).count == 1)
        close(page, &world)
        #expect(told(&world, after: .zero).isEmpty)
        _ = open(bob, &world)
        #expect(told(&world, after: .seconds(5)).isEmpty)
    }

    @Test func `it is told in a bounded number of conversations`() {
        var (world, _) = place(presentDirects: 0)
        _ = open(alice, &world)
        _ = open(bob, &world)
        #expect(told(&world, after: .seconds(5)).isEmpty)
    }
}
