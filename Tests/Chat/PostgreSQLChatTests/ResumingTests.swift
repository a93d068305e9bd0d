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

@Suite("Streams that go on at another process") struct ResumingTests {
    private let place: TestDatabase
    private let store: PostgreSQLChatStore
    private let alice: User
    private let bob: User
    private let group: Conversation

    init() async throws {
        place = try await .migrated()
        store = PostgreSQLChatStore(place.database)
        alice = try await store.register(NewUser(alias: Alias("alice")!, name: DisplayName("A")!, avatarURL: nil))
        bob = try await store.register(NewUser(alias: Alias("bob")!, name: DisplayName("B")!, avatarURL: nil))
        group = try await store.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id, bob.id])!, as: alice.id)
    }

    @discardableResult private func post(_ text: String) async throws -> Message {
        let new = NewMessage(conversation: group.id, sender: alice.id, text: try MessageText(text))
        return try #require(try await store.send(new, key: .random()).message)
    }

    /// Makes all that was changed until now older than a transaction may last.
    private func age() async throws {
        await ChangeFeed(store, to: Nobody()).look()
        _ = try await place.database.run([
            Query("UPDATE changes SET at = at - 60000"),
            Query("UPDATE changes_beginning SET began_at = began_at - 120000"),
        ])
    }

    /// A process at which Bob has a page and a stream, and what he knows.
    private func leave(_ gateway: SharedGateway) async throws -> StreamPosition {
        try await gateway.open(bob.id, watching: group.id)
        let first = try await post("first")
        try await gateway.heard {
            if case .feed(.posted(let message, _)) = $0 { message.id == first.id } else { false }
        }
        // Up to a moment after that everything is known there.
        try await eventually { gateway.live.position.moment.map { $0 > first.createdAt } ?? false }
        return gateway.live.position
    }

    /// What Bob hears at another process, which knows the conversation or nothing.
    private func resumed(knows: Bool, _ meanwhile: () async throws -> Void) async throws -> [LiveEvent.Kind] {
        try await age()
        let (here, there) = (SharedGateway(place.another()), SharedGateway(place.another()))
        defer {
            here.stop()
            there.stop()
        }
        if knows { try await there.open(alice.id, watching: group.id) }
        let position = try await leave(here)
        here.stop()
        try await meanwhile()
        if knows { try await eventually { there.live.position.moment.map { $0 > position.moment! } ?? false } }
        let before = there.heard.count
        try await there.resume(bob.id, watching: group.id, after: position)
        func heard() -> [LiveEvent.Kind] { there.heard.dropFirst(before).map(\.kind) }
        try await eventually { heard().contains(.ready) }
        return heard().filter { if case .present = $0 { false } else { $0 != .ready } }
    }

    @Test("hear what was posted, deleted and read meanwhile, and need not read again", arguments: [false, true])
    func goingOn(knows: Bool) async throws {
        var messages: [Message] = []
        let heard = try await resumed(knows: knows) {
            for text in ["second", "third"] { messages.append(try await post(text)) }
            _ = try await store.mark(messages[0].id, asReadIn: group.id, by: bob.id)
            try await store.delete(messages[1].id, in: group.id, as: alice.id)
        }
        #expect(!heard.contains(.refresh), "\(heard)")
        #expect(
            heard.contains { if case .feed(.posted(let posted, _)) = $0 { posted.id == messages[0].id } else { false } }
        )
        #expect(heard.contains(.feed(.deleted(messages[1].id))))
        #expect(heard.contains { if case .read(let count, _, _) = $0 { count == 0 } else { false } })
        // Each once.
        for (index, kind) in heard.enumerated() { #expect(!heard[..<index].contains(kind), "\(kind)") }
    }

    @Test("read again where a membership changed, or what was changed is not known any more")
    func refreshes() async throws {
        let added = try await resumed(knows: false) {
            _ = try await store.create(
                NewConversation(.group(name: DisplayName("庭")!), participants: [alice.id, bob.id])!, as: alice.id)
        }
        #expect(added.contains(.refresh), "\(added)")
        let lost = try await resumed(knows: false) {
            try await place.database.run(Query("TRUNCATE changes, changes_beginning"))
        }
        #expect(lost.contains(.refresh), "\(lost)")
    }

    @Test("a position without a moment, or of another database, is none")
    func foreign() async throws {
        let there = SharedGateway(place.another())
        defer { there.stop() }
        try await there.open(alice.id, watching: group.id)
        for position in [StreamPosition(EventID(7)), StreamPosition(text: "0-1")!] {
            let before = there.heard.count
            try await there.resume(bob.id, watching: group.id, after: position)
            try await eventually { there.heard.dropFirst(before).contains { $0.kind == .refresh } }
        }
    }

    @Test("who ask at the same time are answered together; a stream with too many changes is not known")
    func history() async throws {
        var limits = PostgreSQLChangeHistory.Limits()
        limits.changesOfStream = 5
        let history = PostgreSQLChangeHistory(PostgreSQLChatStore(place.another()), limits: limits)
        try await age()
        let moment = try await place.values("SELECT milliseconds_now()").first.flatMap { Int64($0) }
        let since = Timestamp(milliseconds: try #require(moment) + 1_000)
        let roundTrips = RoundTrips()
        try await RoundTrips.$current.withValue(roundTrips) {
            try await withThrowingTaskGroup { tasks in
                for _ in 0..<200 {
                    tasks.addTask {
                        try await history.changes(of: [.conversation(group.id), .person(bob.id)], since: since)
                    }
                }
                for try await changes in tasks { #expect(changes != nil) }
            }
        }
        #expect(roundTrips.count < 100, "\(roundTrips.count)")
        for number in 0..<limits.changesOfStream { try await post("\(number)") }
        let now = Timestamp(milliseconds: try #require(moment) + 1_000)
        #expect(try await history.changes(of: [.conversation(group.id)], since: now) == nil)
        #expect(try await history.changes(of: [.person(bob.id)], since: now) != nil)
    }

    @Test("no moment is said to be current before all of it is taken in")
    func current() async throws {
        let stubborn = Stubborn()
        let feed = ChangeFeed(PostgreSQLChatStore(place.another()), to: stubborn)
        await feed.look()
        try await eventually { stubborn.refused > 0 }
        for _ in 0..<3 { await feed.look() }
        #expect(stubborn.ages.allSatisfy { $0 == nil }, "\(stubborn.ages)")
        stubborn.gives()
        try await eventually {
            await feed.look()
            return stubborn.ages.last.flatMap(\.self) != nil
        }
    }
}

/// Keeps nothing.
private struct Nobody: StoredChangeReceiver {
    func kept(of streams: Set<ChangeStream>) -> Set<ChangeStream> { [] }
    func take(_ changes: [StoredChange]) {}
    func noteOutage() {}
    func noteAnswer(currentAsOf age: Duration?) {}
}

/// Takes nothing in until it gives in.
private final class Stubborn: StoredChangeReceiver {
    private let state = Mutex((gives: false, refused: 0, ages: [Duration?]()))
    var refused: Int { state.withLock { $0.refused } }
    var ages: [Duration?] { state.withLock { $0.ages } }

    func gives() { state.withLock { $0.gives = true } }
    func kept(of streams: Set<ChangeStream>) -> Set<ChangeStream> { streams }
    func take(_ changes: [StoredChange]) async throws(ChatError) {
        let gives = state.withLock { state in
            if !state.gives { state.refused += 1 }
            return state.gives
        }
        guard gives else { throw ChatError(.unavailable("it does not want to"), during: "take") }
    }
    func noteOutage() {}
    func noteAnswer(currentAsOf age: Duration?) { state.withLock { $0.ages.append(age) } }
}
