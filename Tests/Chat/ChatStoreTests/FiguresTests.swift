import Chat
import RepositoryBehaviour
import SQLite
import Testing

@testable import ChatStore

struct FiguresTests {
    private let file = TemporaryFile()
    private let clock = ManualClock()

    private func start(of moment: Timestamp) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds / 900_000 * 900_000)
    }

    @Test("texts are counted by the quarter of an hour, and stay counted when they are deleted")
    func texts() async throws {
        let store = try ChatStore(.memory, clock: clock.clock)
        let (alice, bob) = (try await store.register(.named("alice")), try await store.register(.named("bob")))
        let first = start(of: clock.now)
        let room = try await store.create(
            NewConversation(.group(name: DisplayName("Tea")!), participants: [alice.id, bob.id])!, as: alice.id)
        func send() async throws -> Message {
            try await store.send(
                NewMessage(conversation: room.id, sender: alice.id, text: try MessageText("hello")))
        }
        _ = try await send()
        let deleted = try await send()
        clock.advance(by: .seconds(900))
        let second = start(of: clock.now)
        _ = try await send()
        try await store.delete(deleted.id, in: room.id, as: alice.id)
        // A notice is no text.
        _ = try await store.remove(bob.id, from: room.id, by: bob.id)
        let figures = try await store.figures()
        #expect(figures.newMessages == [.init(start: first, count: 2), .init(start: second, count: 1)])
        #expect(figures.messages > 3)

        clock.advance(by: .seconds(ChatFigures.days * 24 * 3_600))
        #expect(try await store.figures().newMessages == [.init(start: second, count: 1)])
        clock.advance(by: .seconds(900))
        #expect(try await store.figures().newMessages.isEmpty)
        #expect(try await store.figures().newPeople.isEmpty)
    }

    @Test("people are counted by when they registered, and no more when they are deleted")
    func people() async throws {
        let store = try ChatStore(.memory, clock: clock.clock)
        let alice = try await store.register(.named("alice"))
        clock.advance(by: .seconds(24 * 3_600))
        _ = try await store.register(.named("bob"))
        let carol = try await store.register(.named("carol"))
        var figures = try await store.figures()
        #expect(figures.people == 3)
        #expect(
            figures.newPeople == [
                .init(start: start(of: alice.createdAt), count: 1), .init(start: start(of: clock.now), count: 2),
            ])
        _ = try await store.delete(carol.id, withMessages: false)
        figures = try await store.figures()
        #expect(figures.people == 2)
        #expect(figures.newPeople.map(\.count) == [1, 1])
    }

    @Test("the texts of the version before are counted when it is brought up to date")
    func migration() async throws {
        do {
            let store = try ChatStore(.file(path: file.path), clock: clock.clock)
            try #require(try SampleWorld.seed(store))
            try store.writeNow { connection in
                try connection.execute(
                    """
                    DROP TRIGGER texts_are_counted; DROP TABLE message_counts; DROP INDEX people_by_time;
                    ALTER TABLE draft DROP COLUMN reply_to; PRAGMA user_version = 11;
                    """)
            }
        }
        let store = try ChatStore(.file(path: file.path), clock: clock.clock)
        let counted = try store.read { try $0.row("SELECT sum(messages) FROM message_counts") { $0.integer(0) } }
        let texts = try store.read {
            try $0.row("SELECT count(*) FROM messages WHERE kind = 'text'") { $0.integer(0) }
        }
        #expect(counted == texts && counted ?? 0 > 100)
    }

    @Test("no message and no person is read to count them")
    func plans() throws {
        let store = try ChatStore(.memory, clock: clock.clock)
        let plans = try store.read { connection in
            try [ChatFigures.newPeopleQuery, ChatFigures.newMessagesQuery].map { query in
                try connection.rows("EXPLAIN QUERY PLAN \(query)", Int64(0)) { $0.text(3) }
            } + [connection.rows("EXPLAIN QUERY PLAN \(ChatFigures.peopleQuery)") { $0.text(3) }]
        }
        #expect(
            plans == [
                [
                    "SEARCH users USING COVERING INDEX people_by_time (created_at>?)",
                    "USE TEMP B-TREE FOR GROUP BY",
                ],
                ["SEARCH message_counts USING INTEGER PRIMARY KEY (rowid>?)"],
                ["SCAN users USING COVERING INDEX people_by_time"],
            ])
    }
}
