import Chat
import ChatStore
import RepositoryBehaviour
import Testing

struct ChatStoreTests {
    @Test("what was said is there after the store was opened again")
    func chatIsKept() throws {
        let file = TemporaryFile()
        let clock = ManualClock()
        var conversation: Conversation
        do {
            let store = try ChatStore(.file(path: file.path), clock: clock.clock)
            let alice = try store.register(.named("alice"))
            conversation = try store.create(NewConversation(.direct, participants: [alice.id])!)
            _ = try store.send(
                NewMessage(conversation: conversation.id, sender: alice.id, text: try MessageText("縁側で a\0b 🍵")))
        }
        let store = try ChatStore(.file(path: file.path), clock: clock.clock)
        let alice = try store.user(alias: Alias("alice")!)
        #expect(try store.conversations(of: alice.id) == [conversation])
        let messages = try store.messages(in: conversation.id, as: alice.id, before: nil, limit: 50)
        #expect(messages.map(\.content) == [.text(sender: alice.id, text: "縁側で a\0b 🍵")])
    }

    @Test("answers come without suspending, also through the protocols")
    func oneMessageInTwo() async throws {
        let clock = ManualClock()
        let repositories = try ChatStore(.memory, clock: clock.clock).repositories
        let alice = try await repositories.users.register(.named("alice"))
        let bob = try await repositories.users.register(.named("bob"))
        let group = try await repositories.conversations.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id, bob.id])!)
        let sent = try await repositories.messages.send(
            NewMessage(conversation: group.id, sender: alice.id, text: try MessageText("hello")))
        let reaction = try await repositories.reactions.add(Emoji("👍")!, to: sent.id, as: bob.id)
        let page = try await repositories.messages.messages(in: group.id, as: bob.id, before: nil, limit: 10)
        #expect(page.map(\.id) == [sent.id])
        #expect(page.first?.reactions == [reaction])
        #expect(try await repositories.readMarks.unreadCount(in: group.id, for: bob.id) == 1)
        _ = try await repositories.readMarks.mark(sent.id, asReadIn: group.id, by: bob.id)
        #expect(try await repositories.readMarks.unreadCount(in: group.id, for: bob.id) == 0)
    }
}
