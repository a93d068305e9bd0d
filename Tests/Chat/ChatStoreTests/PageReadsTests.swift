import Chat
import SQLite
import Testing

@testable import ChatStore

/// What a page reads of messages, where a database was brought up to date.
@Suite struct PageReadsTests {
    private let file = TemporaryFile()

    @Test func `reactions and readers of the version before are there when it is brought up to date`() async throws {
        let (room, ann, bob, said) = try await earlierVersion(bobHasLeft: false)
        let store = try ChatStore(.file(path: file.path), clock: .system)
        func shown() throws -> [String] {
            try store.messages(in: room, as: ann, before: nil, limit: 10).flatMap(\.reactions).map(\.emoji)
        }
        #expect(try shown() == ["🎉", "👍"])
        _ = try await store.remove("🎉", from: said, in: room, as: ann)
        #expect(try shown() == ["👍"])
        _ = try await store.remove("👍", from: said, in: room, as: ann)
        #expect(try shown() == [])
        #expect(try store.readers(of: room, as: ann)?.map(\.user) == [bob])
        let message = try #require(try store.messages(in: room, as: ann, before: nil, limit: 10).first)
        #expect(try store.readers(of: room, as: ann)?.map(\.sentAt) == [message.createdAt])
    }

    @Test func `who had left before it was brought up to date is a reader again after coming back`() async throws {
        let (room, ann, bob, said) = try await earlierVersion(bobHasLeft: true)
        let store = try ChatStore(.file(path: file.path), clock: .system)
        #expect(try store.readers(of: room, as: ann) == [])
        _ = try await store.add(bob, as: .member, to: room, by: ann)
        #expect(try store.readers(of: room, as: ann)?.map(\.message) == [said])
        _ = try await store.remove(bob, from: room, by: bob)
        #expect(try store.readers(of: room, as: ann) == [])
    }

    @Test func `readers are told from an index alone`() throws {
        let plan = try ChatStore(.memory, clock: .system).read { connection in
            try connection.rows(
                "EXPLAIN QUERY PLAN \(Connection.readers)", ConversationID.random().description, 100
            ) { $0.text(3) }
        }
        #expect(plan.first == "SEARCH read_marks USING COVERING INDEX readers (conversation=? AND position>?)")
    }

    /// A group of two, in which one message was said, read by Bob, and has two reactions of Ann.
    private func earlierVersion(bobHasLeft: Bool) async throws -> (ConversationID, ann: UserID, bob: UserID, MessageID)
    {
        let store = try ChatStore(.file(path: file.path), clock: .system)
        let (ann, bob) = (
            try await store.register(.named("ann")).id, try await store.register(.named("bob")).id
        )
        let new = try #require(NewConversation(.group(name: DisplayName("a")!), participants: [ann, bob]))
        let room = try await store.create(new, as: ann).id
        let said = try await store.send(NewMessage(conversation: room, sender: ann, text: try MessageText("Hello"))).id
        for emoji in ["🎉", "👍"] { _ = try await store.add(Emoji(emoji)!, to: said, in: room, as: ann) }
        _ = try await store.mark(said, asReadIn: room, by: bob)
        if bobHasLeft { _ = try await store.remove(bob, from: room, by: bob) }
        try store.writeNow { connection in
            try connection.execute(
                """
                DROP TRIGGER reactions_are_counted; DROP TRIGGER removed_reactions_are_counted;
                ALTER TABLE messages DROP COLUMN reacted;
                DROP TRIGGER mark_set; DROP TRIGGER mark_moved; DROP TRIGGER reader_left_or_returned;
                DROP INDEX readers;
                ALTER TABLE read_marks DROP COLUMN sent_at;
                UPDATE read_marks SET position = 1;
                CREATE INDEX readers ON read_marks (conversation, position DESC) WHERE position IS NOT NULL;
                CREATE TRIGGER mark_set AFTER INSERT ON read_marks BEGIN SELECT 1; END;
                CREATE TRIGGER mark_moved AFTER UPDATE OF message ON read_marks BEGIN SELECT 1; END;
                PRAGMA user_version = 24;
                """)
        }
        return (room, ann, bob, said)
    }
}
