import Chat
import ChatRecords
import RepositoryBehaviour
import SQLite
import Sending
import Testing

@testable import ChatStore

/// Managing the people of the chat.
@Suite struct AdministrationTests {
    private let clock = ManualClock()
    private let store: ChatStore
    private let alice: User
    private let bob: User
    private let group: Conversation

    init() async throws {
        // Small parts, so that each of these tests needs several.
        store = try ChatStore(
            .memory, searchBounds: SearchBounds(),
            personalDataLimits: PersonalDataLimits(rowsInPart: 2, deletedAtOnce: 1), clock: clock.clock)
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

    private func reason(_ body: () async throws -> some Any) async -> ChatError.Reason? {
        await #expect(throws: ChatError.self) { _ = try await body() }?.reason
    }

    private func all<Value: Sendable>(
        _ read: (PersonalPart) async throws -> PersonalPage<Value>
    ) async throws -> (values: [Value], parts: Int) {
        var (values, part, parts): ([Value], PersonalPart?, Int) = ([], .first, 0)
        while let now = part {
            let page = try await read(now)
            values += page.values
            part = page.next
            parts += 1
        }
        return (values, parts)
    }

    @Test func `everybody is listed by alias, a page at a time`() async throws {
        for number in 0..<5 { _ = try await store.register(.named("person\(number)")) }
        var (seen, last): ([String], String?) = ([], nil)
        while case let page = try await store.people(after: last, limit: 3), !page.isEmpty {
            #expect(page.count <= 3)
            seen += page.map(\.alias)
            last = page.last?.alias
        }
        #expect(seen == ["alice", "bob", "person0", "person1", "person2", "person3", "person4"])
    }

    @Test func `a renamed person is found by the new name and alias only`() async throws {
        let renamed = try await store.rename(bob.id, to: DisplayName("Robert Stone"), alias: Alias("robert"))
        #expect(renamed.name == "Robert Stone" && renamed.alias == "robert")
        #expect(try store.user(alias: Alias("robert")!) == renamed)
        #expect(await reason { try store.user(alias: Alias("bob")!) } == .notFound)
        let found = try await store.users(matching: SearchQuery("stone"), limit: 9)
        #expect(found == [renamed])
        #expect(try await store.users(matching: SearchQuery("bob"), limit: 9).isEmpty)
        #expect(try store.conversation(group.id, as: alice.id).activeParticipant(bob.id)?.user == renamed)
        #expect(await reason { try await store.rename(bob.id, to: nil, alias: Alias("alice")) } == .aliasTaken)
        #expect(await reason { try await store.rename(.random(), to: nil, alias: nil) } == .notFound)
    }

    @Test func `of a deleted person nothing is left but messages without a name`() async throws {
        let his = try await say("hello from bob", as: bob)
        let hers = try await say("hello from alice", as: alice)
        for message in [his, hers] {
            _ = try await store.add(Emoji("👍")!, to: message.id, in: group.id, as: bob.id)
            _ = try await store.add(Emoji("👍")!, to: message.id, in: group.id, as: alice.id)
            _ = try await store.add(bookmark: message.id, by: bob.id)
        }
        _ = try await store.mark(hers.id, asReadIn: group.id, by: bob.id)
        try await store.drafts.keep(draft: Draft("unsent", key: nil), of: bob.id, in: group.id)

        #expect(try await store.delete(bob.id, withMessages: false) == [group.id])

        let read = try messages()
        #expect(read.map(\.content) == [.left(user: bob.id), hers.content, his.content])
        #expect(read.flatMap(\.reactions).map(\.user) == [alice.id, alice.id])
        #expect(try store.conversation(group.id, as: alice.id).participants.map(\.user) == [alice])
        #expect(await reason { try store.user(bob.id) } == .notFound)
        #expect(try store.users() == [alice])
        #expect(try await store.people(after: nil, limit: 9) == [alice])
        #expect(try await store.users(matching: nil, limit: 9) == [alice])
        #expect(try await store.users(matching: SearchQuery("bob"), limit: 9).isEmpty)
        #expect(try store.bookmarks(of: bob.id).isEmpty)
        #expect(try store.drafts.drafts(of: bob.id).isEmpty)
        #expect(try await store.readMarks(of: bob.id).isEmpty)
        #expect(await reason { try await store.delete(bob.id, withMessages: false) } == .notFound)
        let people = try store.database.read { connection in
            try connection.rows("SELECT DISTINCT user FROM user_names") { $0.integer(0) }
        }
        #expect(people == [1], "no part of the name is in the index")
        // The alias is free again, and the new person is somebody else.
        #expect(try await store.register(.named("bob")).id != bob.id)
    }

    @Test func `with their messages, a deleted person's texts are gone, and nobody else's`() async throws {
        for number in 0..<5 { _ = try await say("secret \(number)", as: bob) }
        let kept = try await say("secret of alice", as: alice)
        _ = try await store.delete(bob.id, withMessages: true)
        #expect(try messages().map(\.content) == [.left(user: bob.id), kept.content])
        let query = try #require(SearchQuery("secret"))
        let found = try await store.search(query, as: alice.id, limit: 9)
        #expect(found.hits.map(\.id) == [kept.id])
        #expect(try store.unreadCount(in: group.id, for: alice.id) == 2)
    }

    @Test func `what a person wrote is read a part at a time, without what others wrote`() async throws {
        var sent: [Message] = []
        for number in 0..<4 {
            sent.append(try await say("\(number)", as: bob))
            _ = try await say("not his", as: alice)
        }
        try await store.delete(sent[1].id, in: group.id, as: bob.id)
        for message in sent where message.id != sent[1].id {
            _ = try await store.add(Emoji("👍")!, to: message.id, in: group.id, as: bob.id)
        }
        let texts = try await all { try await store.messages(of: bob.id, in: $0) }
        #expect(texts.values.map(\.id) == [sent[0].id, sent[2].id, sent[3].id])
        #expect(texts.parts == 4)
        let reactions = try await all { try await store.reactions(of: bob.id, in: $0) }
        #expect(reactions.values.map(\.message) == [sent[0].id, sent[2].id, sent[3].id])
        #expect(reactions.parts == 2)
        #expect(try await store.memberships(of: bob.id).map(\.conversation) == [group.id])
        #expect(try await store.memberships(of: bob.id).map(\.name) == ["縁側"])
    }

    @Test func `an empty chat has nobody, and neither has one of deleted people`() async throws {
        let empty = try ChatStore(.memory, clock: clock.clock)
        #expect(try !empty.hasPeople())
        let somebody = try await empty.register(.named("somebody"))
        #expect(try empty.hasPeople())
        _ = try await empty.delete(somebody.id, withMessages: true)
        #expect(try !empty.hasPeople())
        #expect(try await all { try await empty.messages(of: somebody.id, in: $0) }.parts == 1)
    }
}
