import Chat
import ChatRecords
import Eventually
import Live
import PostgreSQL
import PostgreSQLServer
import RepositoryBehaviour
import Synchronization
import Testing

@testable import PostgreSQLChat

/// Keeps everything, and writes down what it takes.
private final class ChangeRecorder: StoredChangeReceiver {
    private let taken = Mutex<[StoredChange]>([])
    var changes: [StoredChange] { taken.withLock { $0 } }

    func kept(of streams: Set<ChangeStream>) -> Set<ChangeStream> { streams }
    func take(_ changes: [StoredChange]) { taken.withLock { $0 += changes } }
    func noteOutage() {}
    func noteAnswer(currentAsOf age: Duration?) {}
}

@Suite("Changes that several processes make in PostgreSQL") struct ChangeFeedTests {
    private let chat: SharedChat
    private var place: TestDatabase { chat.place }
    private var here: PostgreSQLChatStore { chat.store }
    private var alice: User { chat.alice }
    private var bob: User { chat.bob }
    private var group: Conversation { chat.group }

    init() async throws { chat = try await SharedChat() }

    @discardableResult private func post(_ text: String, by store: PostgreSQLChatStore? = nil) async throws -> Message {
        try await chat.post(text, by: store)
    }

    private func postHeard(_ text: String, at there: SharedGateway) async throws -> Message {
        let message = try await post(text)
        try await there.heard { if case .feed(.posted(let posted, _)) = $0 { posted.id == message.id } else { false } }
        return message
    }

    @Test("each change is brought once, those of a conversation in the order of the messages")
    func order() async throws {
        let recorder = ChangeRecorder()
        let feed = ChangeFeed(PostgreSQLChatStore(place.another()), to: recorder)
        let running = Task { await feed.run() }
        defer { running.cancel() }
        try await post("first")
        try await eventually { recorder.changes.contains(.beginning(of: .conversation(group.id))) }
        let stores = (0..<3).map { _ in PostgreSQLChatStore(place.another()) }
        let sent = try await withThrowingTaskGroup(of: Message.self) { group in
            for number in 0..<90 { group.addTask { try await post("\(number)", by: stores[number % 3]) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let order = sent.sorted { $0.createdAt < $1.createdAt }.map { StoredChange.posted($0.id, in: group.id) }
        var brought: [StoredChange] { recorder.changes.filter { order.contains($0) } }
        try await eventually { brought.count >= sent.count }
        #expect(brought == order)
    }

    @Test("what one process changes is heard on the streams of another")
    func heard() async throws {
        let there = SharedGateway(place.another())
        defer { there.stop() }
        try await there.open(bob.id, watching: group.id)
        let message = try await postHeard("やあ", at: there)
        _ = try await here.mark(message.id, asReadIn: group.id, by: bob.id)
        try await there.heard { if case .read(let count, _, _) = $0 { count == 0 } else { false } }
        _ = try await here.add(try #require(Emoji("👍")), to: message.id, in: group.id, as: alice.id)
        try await there.heard {
            if case .feed(.changed(let changed, _)) = $0 { changed.reactions.count == 1 } else { false }
        }
        try await here.delete(message.id, in: group.id, as: alice.id)
        try await there.heard { $0 == .feed(.deleted(message.id)) }
        let other = try await here.create(
            NewConversation(.group(name: DisplayName("庭")!), participants: [alice.id, bob.id])!, as: alice.id)
        try await eventually { there.heard.contains { $0.kind == .joined && $0.conversation == other.id } }
        _ = try await here.remove(bob.id, from: group.id, by: alice.id)
        try await eventually { there.heard.contains { $0.kind == .gone && $0.conversation == group.id } }
    }

    @Test("a reaction that came and went before it was brought is told: a page of another process may show it")
    func passingReaction() async throws {
        let there = SharedGateway(place.another())
        defer { there.stop() }
        try await there.open(bob.id, watching: group.id)
        let message = try await postHeard("やあ", at: there)
        try await there.live.take([.reacted(message.id, in: group.id)])
        try await there.heard {
            if case .feed(.changed(let told, _)) = $0 { told.id == message.id && told.reactions.isEmpty } else { false }
        }
    }

    @Test("read marks that were set here do not move back when they are brought again")
    func ownMarks() async throws {
        let there = SharedGateway(place.another())
        defer { there.stop() }
        let earlier = [try await post("1"), try await post("2")]
        try await chat.age()
        try await there.open(bob.id, watching: group.id)
        // From the first change on that is brought, it is known how far he has read.
        let last = try await post("3")
        try await there.heard { if case .feed(.posted(last, _)) = $0 { true } else { false } }
        let messages = earlier + [last]
        for message in messages {
            _ = try await there.live.repositories.readMarks.mark(message.id, asReadIn: group.id, by: bob.id)
        }
        func counts() -> [Int] {
            there.heard.compactMap { if case .read(let count, _, _) = $0.kind { count } else { nil } }
        }
        try await eventually { counts().last == 0 }
        let before = counts()
        try await there.live.take(messages.map { .read($0.id, in: group.id, by: bob.id) })
        // Told after them.
        try await post("4")
        try await there.heard {
            if case .feed(.posted(let posted, _)) = $0 { posted.text?.description == "4" } else { false }
        }
        #expect(counts() == before)
    }

    @Test("a message comes without a hint, and after the connection that listens was ended")
    func lostHints() async throws {
        let there = SharedGateway(place.another())
        defer { there.stop() }
        try await there.open(bob.id, watching: group.id)
        try await eventually { there.isListening }
        try await place.database.run(
            Query(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """))
        let message = try await post("誰かいる？")
        try await there.heard { if case .feed(.posted(let posted, _)) = $0 { posted.id == message.id } else { false } }
    }

    @Test("where changes were lost, what is kept is read again")
    func gap() async throws {
        let there = SharedGateway(place.another())
        defer { there.stop() }
        try await there.open(bob.id, watching: group.id)
        let first = try await post("1")
        try await there.heard { if case .feed(.posted(let posted, _)) = $0 { posted.id == first.id } else { false } }
        // As a crash of the server would: the numbers stay, the changes are gone.
        _ = try await place.database.run([
            Query(
                """
                INSERT INTO messages (id, conversation_id, position, kind, user_id, text, folded, created_at)
                SELECT gen_random_uuid(), id, last_position + 1, 'text', $1, '2', '2', last_at + 1
                FROM conversations WHERE id = $2
                """, alice.id.description, group.id.description),
            Query("UPDATE conversations SET last_position = last_position + 1, last_at = last_at + 1"),
            Query("TRUNCATE changes"),
        ])
        try await post("3")
        try await there.heard {
            if case .feed(.posted(let posted, _)) = $0 { posted.text?.description == "2" } else { false }
        }
    }

    @Test("only the tables of changes that are to be used next are emptied")
    func forgetting() async throws {
        let span = Int64(5 * 60 * 1_000)
        let now = try #require(Int64(try await place.values("SELECT milliseconds_now()")[0]))
        try await place.database.run(Query("TRUNCATE changes"))
        for age in 0..<4 {
            let at = now - Int64(age) * span
            try await place.database.run(
                Query(
                    "INSERT INTO changes VALUES (changes_slot($1), $2, $3, 'posted', NULL, NULL, $1)", at,
                    group.id.description, 1_000 + age))
        }
        try await ChangeFeed(here, to: ChangeRecorder()).forgetOldChanges()
        #expect(try await place.values("SELECT number FROM changes ORDER BY number") == ["1000", "1001", "1002"])
    }
}
