import Chat
import ChatStore
import RepositoryBehaviour
import SQLite
import Testing

struct ChatStoreTests {
    private let file = TemporaryFile()
    private let clock = ManualClock()

    private func opened() throws -> ChatStore { try ChatStore(.file(path: file.path), clock: clock.clock) }

    @Test("what was said is there after the store was opened again")
    func chatIsKept() async throws {
        var conversation: Conversation
        do {
            let store = try opened()
            let alice = try await store.register(.named("alice"))
            conversation = try await store.create(NewConversation(.direct, participants: [alice.id])!, as: alice.id)
            _ = try await store.send(
                NewMessage(conversation: conversation.id, sender: alice.id, text: try MessageText("縁側で a\0b 🍵")))
        }
        let store = try opened()
        let alice = try store.user(alias: Alias("alice")!)
        #expect(try store.conversations(of: alice.id) == [conversation])
        let messages = try store.messages(in: conversation.id, as: alice.id, before: nil, limit: 50)
        #expect(messages.map(\.content) == [.text(sender: alice.id, text: "縁側で a\0b 🍵")])
    }

    @Test("a chat of a newer program is refused, and stays as it is")
    func newerChat() throws {
        _ = try opened()
        do {
            var connection = try Connection(.file(file.path))
            try connection.execute("PRAGMA user_version = 1000")
        }
        #expect(throws: NewerDatabase(path: file.path, found: 1_000, known: 25)) { try opened() }
        var connection = try Connection(.file(file.path))
        #expect(try connection.row("PRAGMA user_version") { $0.integer(0) } == 1_000)
    }

    @Test("a database that can't work makes the chat unavailable, without telling values")
    func unavailable() async throws {
        let store = try opened()
        let alice = try await store.register(.named("alice"))
        do {
            var connection = try Connection(.file(file.path))
            try connection.execute("PRAGMA foreign_keys = OFF; DROP TABLE users")
        }
        let error = try #require(throws: ChatError.self) { try store.user(alice.id) }
        guard case .unavailable(let why) = error.reason else {
            Issue.record("\(error)")
            return
        }
        #expect(why.contains("no such table: users"))
        #expect(!why.contains(alice.id.description))
        #expect(error.operation.hasPrefix("user("))
        await #expect(throws: ChatError.self) { try await store.check() }
    }

    @Test("what fails in the middle leaves nothing behind")
    func allOrNothing() async throws {
        let store = try opened()
        let alice = try await store.register(.named("alice"))
        let group = try await store.create(NewConversation(.direct, participants: [alice.id])!, as: alice.id)
        let bob = try await store.register(.named("bob"))
        do {
            // The participant is written before the message that tells of it.
            var connection = try Connection(.file(file.path))
            try connection.execute(
                "CREATE TRIGGER no_messages BEFORE INSERT ON messages BEGIN SELECT RAISE(ABORT, 'full'); END")
        }
        await #expect(throws: ChatError.self) { try await store.add(bob.id, as: .member, to: group.id, by: alice.id) }
        #expect(try store.conversation(group.id, as: alice.id) == group)
    }

    @Test(
        "messages of version 0.1 that share a millisecond are all read, page by page",
        arguments: [1, 48, 49, 50, 51, 70])
    func sharedMilliseconds(before: Int) async throws {
        let store = try opened()
        let alice = try await store.register(.named("alice"))
        let group = try await store.create(NewConversation(.direct, participants: [alice.id])!, as: alice.id)
        var sent: [MessageID] = []
        for number in 0..<120 {
            let new = NewMessage(conversation: group.id, sender: alice.id, text: try MessageText("\(number)"))
            sent.append(try await store.send(new).id)
        }
        do {
            var connection = try Connection(.file(file.path))
            try connection.execute("UPDATE messages SET created_at = position")
            // Four messages, wherever the first page ends.
            let first = 120 - before - 3
            try connection.execute(
                "UPDATE messages SET created_at = \(first) WHERE position BETWEEN \(first) AND \(first + 3)")
        }
        var read: [MessageID] = []
        var cursor: MessageCursor?
        repeat {
            let page = try await MessageHistory(store).page(in: group.id, as: alice.id, before: cursor)
            read = page.messages.map(\.id) + read
            cursor = page.older
        } while cursor != nil
        #expect(read.count == 120)
        #expect(Set(read) == Set(sent))
    }

    @Test("many people talk at once, and every message is there once")
    func concurrency() async throws {
        let repositories = try opened().repositories
        let people = try await (0..<8).asyncMap { try await repositories.users.register(.named("person\($0)")) }
        let group = try await repositories.conversations.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: people.map(\.id))!, as: people[0].id)
        try await withThrowingTaskGroup { tasks in
            for person in people {
                tasks.addTask {
                    for number in 0..<50 {
                        let message = try await repositories.messages.send(
                            NewMessage(
                                conversation: group.id, sender: person.id,
                                text: try MessageText("\(person.alias) \(number)")))
                        _ = try await repositories.reactions.add(
                            Emoji("👍")!, to: message.id, in: message.conversation, as: person.id)
                        _ = try await repositories.messages.messages(
                            in: group.id, as: person.id, before: nil, limit: 20)
                    }
                }
            }
            try await tasks.waitForAll()
        }
        let messages = try await repositories.messages.messages(
            in: group.id, as: people[0].id, before: nil, limit: 1_000)
        #expect(messages.count == 400)
        #expect(Set(messages.map(\.id)).count == 400)
        #expect(messages.allSatisfy { $0.reactions.map(\.user) == [$0.sender] })
        for person in people {
            let own = messages.filter { $0.sender == person.id }.reversed().map(\.content)
            #expect(own == (0..<50).map { .text(sender: person.id, text: "\(person.alias) \($0)") })
        }
        #expect(try await repositories.readMarks.unreadCount(in: group.id, for: people[0].id) == 400)
    }
}

extension Range<Int> {
    fileprivate func asyncMap<Result>(_ transform: (Int) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for number in self { results.append(try await transform(number)) }
        return results
    }
}
