import Chat
import RepositoryBehaviour
import SQLite
import Testing

@testable import ChatStore

/// What the store's search decides beyond the protocol's documentation.
struct SearchTests {
    private let file = TemporaryFile()
    private let clock = ManualClock()

    private func opened() throws -> ChatStore { try ChatStore(.file(path: file.path), clock: clock.clock) }

    private func found(_ text: String, _ store: ChatStore, as user: UserID) async throws -> [String] {
        try await store.search(try #require(SearchQuery(text)), as: user, limit: 50).hits.map { hit in
            if case .text(_, let text) = hit.content { text } else { "" }
        }
    }

    @Test("a chat of the first version keeps everything, and what was said before is found")
    func migration() async throws {
        let (alice, group) = (UserID.random(), ConversationID.random())
        let texts = (0..<1_100).map { "カタカナ \($0)" }
        do {
            let database = try Database(.file(file.path), migrations: Migrations([Schema.first]))
            try database.writeNow { connection in
                try connection.run(
                    "INSERT INTO users (id, alias, name, created_at) VALUES (?, 'alice', 'Alice', 0)", alice.description
                )
                try connection.run(
                    "INSERT INTO conversations (id, kind, created_at) VALUES (?, 'direct', 0)", group.description)
                try connection.run(
                    "INSERT INTO participants (id, conversation, user, role, joined_at) VALUES ('p', ?, ?, 'member', 0)",
                    group.description, alice.description)
                func insert(_ kind: String, _ text: String?, _ position: Int, deletedAt: Int? = nil) throws {
                    try connection.run(
                        """
                        INSERT INTO messages (id, conversation, position, kind, user, text, created_at, deleted_at)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        """, MessageID.random().description, group.description, position, kind, alice.description, text,
                        position, deletedAt)
                }
                for (position, text) in texts.enumerated() { try insert("text", text, position + 1) }
                try insert("join", "カタカナ joined", 3_000)
                try insert("text", nil, 3_001, deletedAt: 1)
            }
        }
        do {
            let store = try ChatStore(.file(path: file.path), clock: clock.clock)
            #expect(try await found("かたかな 1099", store, as: alice) == ["カタカナ 1099"])
            #expect(try await found("joined", store, as: alice) == [])
            let messages = try store.messages(in: group, as: alice, before: nil, limit: 10)
            #expect(messages.count == 10)
        }
        var connection = try Connection(.file(file.path))
        #expect(try connection.row("PRAGMA user_version") { $0.integer(0) } == 3)
        #expect(try connection.row("SELECT count(*) FROM message_words") { $0.integer(0) } == 1_100)
    }

    @Test("a deleted message's words are in neither the table nor the index, and nothing else is lost with them")
    func deletedWords() async throws {
        let store = try opened()
        let alice = try await store.register(.named("alice"))
        let group = try await store.create(NewConversation(.direct, participants: [alice.id])!, as: alice.id)
        // Messages enter the index by 64: some of these are in it, and some are not.
        var sent = try await (0..<150).asyncMap { number in
            try await store.send(
                NewMessage(conversation: group.id, sender: alice.id, text: try MessageText("secret \(number)")))
        }
        for index in [149, 130, 128, 127, 100, 63, 0] {
            try await store.delete(sent.remove(at: index).id, in: group.id, as: alice.id)
            let found = try await store.search(try #require(SearchQuery("secret")), as: alice.id, limit: 200).hits
            #expect(found.map(\.id) == sent.reversed().map(\.id))
        }
        for message in sent { try await store.delete(message.id, in: message.conversation, as: alice.id) }
        var connection = try Connection(.file(file.path))
        #expect(try connection.row("SELECT count(*) FROM message_words") { $0.integer(0) } == 0)
        let matches = try connection.row("SELECT count(*) FROM message_index WHERE message_index MATCH 'sec'") {
            $0.integer(0)
        }
        #expect(matches == 0)
        // Compares the index with the table.
        try connection.execute("INSERT INTO message_index (message_index, rank) VALUES ('integrity-check', 1)")
    }

    @Test("the index follows the table through the whole sample world")
    func sampleWorld() async throws {
        let store = try opened()
        try SampleWorld.seed(store)
        let alice = SamplePerson.alice.id
        var connection = try Connection(.file(file.path))
        try connection.execute("INSERT INTO message_index (message_index, rank) VALUES ('integrity-check', 1)")
        for word in ["トマト", "ありがとう", "です。", "the", "提灯の", "🍉"] {
            let query = try #require(SearchQuery(word))
            let active = try store.conversations(of: alice).filter { $0.activeParticipant(alice) != nil }
            let said = try active.flatMap { conversation in
                try store.messages(in: conversation.id, as: alice, before: nil, limit: 1_000)
            }
            let expected = said.filter { message in
                if case .text(_, let text) = message.content { query.isFound(in: FoldedText(text)) } else { false }
            }
            #expect(Set(try await store.search(query, as: alice, limit: 200).hits.map(\.id)) == Set(expected.map(\.id)))
        }
        let hits = try await store.search(try #require(SearchQuery("ました")), as: alice, limit: 20).hits
        #expect(hits.count == 20)
        #expect(hits.map(\.createdAt) == hits.map(\.createdAt).sorted(by: >))
        let short = try await store.search(try #require(SearchQuery("まし")), as: alice, limit: 20)
        #expect(short.coverage == .everything)
        #expect(try await found("ぬらりひょん", store, as: alice) == [])
    }

    @Test("a search goes on while others send, and finds what was sent before it")
    func searchingWhileSending() async throws {
        let store = try opened()
        let alice = try await store.register(.named("alice"))
        let group = try await store.create(NewConversation(.direct, participants: [alice.id])!, as: alice.id)
        try await withThrowingTaskGroup { tasks in
            for writer in 0..<2 {
                tasks.addTask {
                    for number in 0..<50 {
                        let text = "sentence \(writer)-\(number)"
                        _ = try await store.send(
                            NewMessage(conversation: group.id, sender: alice.id, text: try MessageText(text)))
                        #expect(try await found("\(writer)-\(number)", store, as: alice.id).contains(text))
                    }
                }
            }
            try await tasks.waitForAll()
        }
        #expect(
            try await store.search(try #require(SearchQuery("sentence")), as: alice.id, limit: 200).hits.count == 100)
    }

    @Test("for short words the newest are read, and how many is told")
    func bound() async throws {
        let bounds = SearchBounds(scannedMessages: 100)
        let store = try ChatStore(.memory, searchBounds: bounds, clock: clock.clock)
        let alice = try await store.register(.named("alice"))
        let groups = try await (0..<5).asyncMap { _ in
            try await store.create(NewConversation(.direct, participants: [alice.id])!, as: alice.id)
        }
        let share = bounds.scannedMessages / groups.count
        try store.writeNow { connection in
            for number in 0...share {
                try connection.insert(
                    .text, of: alice.id, text: number == 0 ? "old 茶" : "x", into: groups[0].id,
                    at: Timestamp(milliseconds: Int64(number)))
            }
        }
        let old = try await store.search(try #require(SearchQuery("茶")), as: alice.id, limit: 10)
        #expect(old.hits.isEmpty)
        #expect(old.coverage == .recentForShortWords(messagesPerConversation: share))
        #expect(try await found("old 茶", store, as: alice.id) == ["old 茶"])
        let before = try await store.search(try #require(SearchQuery("old")), as: alice.id, limit: 10)
        #expect(before.coverage == .everything)
        _ = try await store.remove(alice.id, from: groups[4].id, by: alice.id)
        let after = try await store.search(try #require(SearchQuery("茶")), as: alice.id, limit: 10)
        #expect(after.hits.count == 1)
        #expect(after.coverage == .everything)
    }
}
