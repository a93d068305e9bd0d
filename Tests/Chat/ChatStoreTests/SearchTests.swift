import Chat
import ChatRecords
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
            let new = try #require(NewConversation(.group(name: DisplayName("a")!), participants: [alice]))
            let room = try await store.create(new, as: alice).id
            _ = try await store.add(alice, as: .admin, to: room, by: alice)
            try await store.edit(room, GroupEdit(name: DisplayName("b")), as: alice)
            let told = try store.messages(in: room, as: alice, before: nil, limit: 10).map(\.content)
            #expect(told == [.changed(.name("b"), by: alice)])
            #expect(messages.count == 10)
        }
        var connection = try Connection(.file(file.path))
        #expect(try connection.row("PRAGMA user_version") { $0.integer(0) } == 25)
        #expect(try connection.row("SELECT count(*) FROM message_texts") { $0.integer(0) } == 1_100)
        #expect(try connection.row("PRAGMA integrity_check") { $0.text(0) } == "ok")
    }

    /// The version before (3), with `rooms` of `size` messages each; the person is in the last.
    private func earlierVersion(rooms: Int, size: Int) throws -> (user: UserID, group: ConversationID) {
        let (user, group) = (UserID.random(), ConversationID.random())
        let steps = Migrations([
            .script(Schema.first), .script(Schema.search, then: Schema.fillSearch), .script(Schema.sending),
        ])
        try Database(.file(file.path), migrations: steps).writeNow { connection in
            try connection.run(
                "INSERT INTO users (id, alias, name, created_at) VALUES (?, 'alice', 'Alice', 0)", user.description)
            for room in 1...rooms {
                let id = room == rooms ? group : .random()
                try connection.run(
                    "INSERT INTO conversations (id, kind, created_at) VALUES (?, 'direct', 0)", id.description)
                for position in 1...size {
                    try connection.run(
                        """
                        INSERT INTO messages (id, conversation, position, kind, user, text, created_at)
                        VALUES (?, ?, ?, 'text', ?, ?, ?)
                        """, MessageID.random().description, id.description, position, user.description,
                        "word \(room)-\(position).", position / 3)
                    try connection.run(
                        "INSERT INTO message_words (number, folded) VALUES (last_insert_rowid(), ?)",
                        "word \(room)-\(position).")
                }
            }
            try connection.run(
                "INSERT INTO participants (id, conversation, user, role, joined_at) VALUES ('p', ?, ?, 'member', 0)",
                group.description, user.description)
        }
        return (user, group)
    }

    @Test("texts of the version before are copied in transactions of bounded size, also after an interruption")
    func copying() async throws {
        let place = try earlierVersion(rooms: 7, size: 600)
        do {
            var connection = try Connection(.file(file.path))
            try connection.execute(Schema.messageTexts + "; PRAGMA user_version = 4")
            var parts: [Int64] = []
            // Stopped in the middle of a conversation.
            for _ in 0..<2 {
                let isLast = try connection.transaction { try Schema.copyMessageTexts(&$0) }
                #expect(!isLast)
                parts.append(try connection.row("SELECT count(*) FROM message_texts") { $0.integer(0) } ?? 0)
            }
            #expect(parts == [1_000, 2_000])
        }
        let store = try opened()
        var connection = try Connection(.file(file.path))
        #expect(try connection.row("SELECT count(*) FROM message_texts") { $0.integer(0) } == 4_200)
        let names = try connection.rows("SELECT name FROM sqlite_schema") { $0.text(0) }
        #expect(!names.contains { $0.utf8.starts(with: "message_index".utf8) || $0 == "message_words" })
        // In the newest block, in the oldest, on both sides of a block's edge, and in the middle of an interrupted copy.
        for position in [600, 1, 63, 64, 127, 128, 300] {
            #expect(try await found("7-\(position).", store, as: place.user) == ["word 7-\(position)."])
        }
        #expect(try await found("6-1.", store, as: place.user) == [])
        _ = try await store.send(
            NewMessage(conversation: place.group, sender: place.user, text: try MessageText("one more")))
        #expect(try await found("one more", store, as: place.user) == ["one more"])
    }

    @Test("a deleted message's words are in neither the table nor the index, and nothing else is lost with them")
    func deletedWords() async throws {
        let store = try opened()
        let alice = try await store.register(.named("alice"))
        let group = try await store.create(NewConversation(.direct, participants: [alice.id])!, as: alice.id)
        // Filters are written for 64 messages each: some of these are in one, and some are not.
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
        #expect(try connection.row("SELECT count(*) FROM message_texts") { $0.integer(0) } == 0)
        #expect(try connection.row("SELECT count(*) FROM text_filters") { $0.integer(0) } == 0)
    }

    @Test("every word of the sample world is found, of any length")
    func sampleWorld() async throws {
        let store = try opened()
        try SampleWorld.seed(store)
        let alice = SamplePerson.alice.id
        for word in ["トマト", "ありがとう", "です。", "the", "提灯の", "🍉", "提灯", "茶", "a", "to 1"] {
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

    /// A store with a room of the person, and many messages with the same word in rooms of others.
    private func crowd(own: Int, others: Int) async throws -> (store: ChatStore, user: UserID) {
        let store = try ChatStore(.memory, clock: clock.clock)
        let (alice, bob) = (try await store.register(.named("alice")), try await store.register(.named("bob")))
        let rooms = try await [alice, bob].asyncMap { person in
            try await store.create(NewConversation(.direct, participants: [person.id])!, as: person.id).id
        }
        try store.writeNow { connection in
            for (room, count) in zip(rooms, [own, others]) {
                for number in 0..<count {
                    let text = number == 0 || room == rooms[1] ? "common words \(number)" : "rare \(number)"
                    try connection.insert(
                        .text, of: alice.id, text: text, into: room, at: Timestamp(milliseconds: Int64(number)))
                }
            }
        }
        return (store, alice.id)
    }

    private func scan(_ text: String, _ store: ChatStore, as user: UserID, _ bounds: SearchBounds = SearchBounds())
        throws -> TextScan
    {
        var scan = TextScan(try #require(SearchQuery(text)).terms, within: .none, limit: 51, bounds)
        try store.writeNow { try scan.read($0.placesToSearch(of: user, within: .none), from: &$0) }
        return scan
    }

    @Test("a search costs what the person's conversations hold, whatever is said elsewhere", arguments: [0, 5_000])
    func cost(others: Int) async throws {
        let place = try await crowd(own: 640, others: others)
        #expect(try await found("common words", place.store, as: place.user) == ["common words 0"])
        // Ten blocks: nine filters, the newest block, and the block of the hit.
        #expect(try scan("common words", place.store, as: place.user).rowsRead <= 10 + 2 * 64)
        #expect(try scan("rare", place.store, as: place.user).rowsRead <= 2 + 8 + 2 * 64)
        // Not even filters are read of a word that nobody has written where it could be.
        #expect(try scan("rare", place.store, as: .random()).rowsRead == 0)
    }

    @Test("a search ends when it has read enough, and says so")
    func bound() async throws {
        let store = try ChatStore(.memory, searchBounds: SearchBounds(rowsRead: 200), clock: clock.clock)
        let alice = try await store.register(.named("alice"))
        let groups = try await (0..<3).asyncMap { _ in
            try await store.create(NewConversation(.direct, participants: [alice.id])!, as: alice.id)
        }
        // The word's characters are everywhere, so that no filter helps.
        try store.writeNow { connection in
            for (room, count) in [(0, 700), (1, 20), (2, 20)] {
                for number in 1...count {
                    let text = number == 1 ? "old yxyx \(room)" : "xyx yxy"
                    try connection.insert(
                        .text, of: alice.id, text: text, into: groups[room].id,
                        at: Timestamp(milliseconds: Int64(number)))
                }
            }
        }
        let cut = try await store.search(try #require(SearchQuery("yxyx")), as: alice.id, limit: 10)
        #expect(cut.coverage == .interrupted)
        #expect(cut.hits.count == 2)
        let bounds = SearchBounds(rowsRead: 200)
        let rows = try scan("yxyx", store, as: alice.id, bounds).rowsRead
        #expect((200 - 64...200 + 64).contains(rows))
        // What is in the filters is still found.
        let complete = try await store.search(try #require(SearchQuery("old 0")), as: alice.id, limit: 10)
        #expect(complete.coverage == .everything)
        #expect(complete.hits.count == 1)
    }

    @Test("the newest of many hits are chosen over all conversations, and reading stops there")
    func newest() async throws {
        let store = try ChatStore(.memory, clock: clock.clock)
        let alice = try await store.register(.named("alice"))
        let groups = try await (0..<20).asyncMap { _ in
            try await store.create(NewConversation(.direct, participants: [alice.id])!, as: alice.id)
        }
        try store.writeNow { connection in
            for number in 0..<4_000 {
                // The first half alternates between conversations, the second is in one.
                let group = groups[number < 2_000 ? number % 20 : 7]
                try connection.insert(
                    .text, of: alice.id, text: "word \(number)", into: group.id,
                    at: Timestamp(milliseconds: Int64(number)))
            }
        }
        let found = try await store.search(try #require(SearchQuery("word")), as: alice.id, limit: 200).hits
        #expect(found.map(\.createdAt.milliseconds) == (3_800..<4_000).reversed().map(Int64.init))
        // The conversation of the newest, and one row or block of each other.
        #expect(try scan("word", store, as: alice.id).rowsRead < 64 + 20 * 2 + 64)
    }
}
