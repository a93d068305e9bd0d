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
    private let chat: SharedChat
    private var place: TestDatabase { chat.place }
    private var store: PostgreSQLChatStore { chat.store }
    private var alice: User { chat.alice }
    private var bob: User { chat.bob }
    private var group: Conversation { chat.group }

    init() async throws { chat = try await SharedChat() }

    @discardableResult private func post(_ text: String) async throws -> Message {
        try await chat.post(text)
    }

    /// A process at which Bob has a page and a stream, and what he knows.
    /// - Returns: that, and a message that he has.
    private func leave(_ gateway: SharedGateway) async throws -> (position: StreamPosition, message: MessageID) {
        try await gateway.open(bob.id, watching: group.id)
        let first = try await post("first")
        try await gateway.heard {
            if case .feed(.posted(let message, _)) = $0 { message.id == first.id } else { false }
        }
        // Up to a moment after that everything is known there.
        try await eventually { gateway.live.position.moment.map { $0 > first.createdAt } ?? false }
        return (gateway.live.position, first.id)
    }

    /// What Bob hears at another process, which knows the conversation or nothing.
    /// - Parameter meanwhile: is given a message that Bob has.
    private func resumed(
        knows: Bool, _ meanwhile: (MessageID) async throws -> Void
    ) async throws -> [LiveEvent.Kind] {
        try await chat.age()
        let (here, there) = (SharedGateway(place.another()), SharedGateway(place.another()))
        defer {
            here.stop()
            there.stop()
        }
        if knows { try await there.open(alice.id, watching: group.id) }
        let (position, message) = try await leave(here)
        if knows { try await there.heard { if case .feed(.posted) = $0 { true } else { false } } }
        here.stop()
        try await meanwhile(message)
        // What is told last: a process that is behind would tell Bob to read again.
        if knows { try await there.heard { $0 == .feed(.deleted(message)) } }
        let before = there.heard.count
        try await there.resume(bob.id, watching: group.id, after: position)
        func heard() -> [LiveEvent.Kind] { there.heard.dropFirst(before).map(\.kind) }
        try await eventually { heard().contains(.ready) }
        return heard().filter { if case .present = $0 { false } else { $0 != .ready } }
    }

    @Test("hear what was posted and deleted meanwhile, and need not read again", arguments: [false, true])
    func goingOn(knows: Bool) async throws {
        var (posted, deleted): (MessageID?, MessageID?)
        let heard = try await resumed(knows: knows) { message in
            posted = try await post("second").id
            try await store.delete(message, in: group.id, as: alice.id)
            deleted = message
        }
        #expect(!heard.contains(.refresh), "\(heard)")
        #expect(heard.contains { if case .feed(.posted(let message, _)) = $0 { message.id == posted } else { false } })
        #expect(heard.contains { if case .feed(.deleted(let id)) = $0 { id == deleted } else { false } })
    }

    /// The other process knows nothing of the conversation, or everything, or everything but what was posted lately.
    @Test("do not hear again what the other process has told", arguments: ["nothing", "everything", "behind"])
    func once(knows: String) async throws {
        try await chat.age()
        let here = SharedGateway(place.another())
        let there = SharedGateway(place.another(), listens: knows != "behind")
        defer {
            here.stop()
            there.stop()
        }
        if knows != "nothing" { try await there.open(alice.id, watching: group.id) }
        try await here.open(bob.id, watching: group.id)
        // Positions have a moment from then on.
        try await eventually { here.live.position.moment != nil }
        var messages: [MessageID] = []
        func posted(_ events: [LiveEvent]) -> [MessageID] {
            events.compactMap { if case .feed(.posted(let message, _)) = $0.kind { message.id } else { nil } }
        }
        for number in 0..<5 { messages.append(try await post("\(number)").id) }
        try await eventually { posted(here.heard(by: bob.id)) == messages }
        try await store.delete(messages[0], in: group.id, as: alice.id)
        try await here.heard { $0 == .feed(.deleted(messages[0])) }
        if knows == "everything" { try await there.heard { $0 == .feed(.deleted(messages[0])) } }
        let position = try #require(here.position(of: bob.id))
        here.stop()

        try await there.resume(bob.id, watching: group.id, after: StreamPosition(text: position.text))
        // A page that is loaded now shows it, too.
        let page = try await there.live.repositories.messages.messages(in: group.id, as: bob.id, before: nil, limit: 50)
        #expect(Set(page.map(\.id)).isSuperset(of: messages.dropFirst()))
        there.listen()
        let last = try await post("last").id
        try await eventually { posted(there.heard(by: bob.id)).contains(last) }
        let events = there.heard(by: bob.id)
        #expect(!events.contains { $0.kind == .refresh || $0.kind == .feed(.deleted(messages[0])) }, "\(events)")
        #expect(posted(events) == [last], "told before were \(messages)")
        // Nor does a third one tell it.
        let third = SharedGateway(place.another())
        defer { third.stop() }
        there.stop()
        try await third.resume(bob.id, watching: group.id, after: there.position(of: bob.id))
        try await eventually { third.heard(by: bob.id).contains { $0.kind == .ready } }
        #expect(posted(third.heard(by: bob.id)) == [])
    }

    @Test("read again where this process can't find out what the other one has told")
    func unknown() async throws {
        try await chat.age()
        let (here, there) = (SharedGateway(place.another()), SharedGateway(place.another()))
        defer {
            here.stop()
            there.stop()
        }
        try await here.open(bob.id, watching: group.id)
        // Positions have a moment from then on.
        try await eventually { here.live.position.moment != nil }
        let message = try await post("told").id
        try await here.heard { if case .feed(.posted(let posted, _)) = $0 { posted.id == message } else { false } }
        try await eventually { here.position(of: bob.id)?.told.isEmpty == false }
        there.live.connect(catchingUp: { _ in throw ChatError(.unavailable("it is away"), during: "catch up") })
        try await there.resume(bob.id, watching: group.id, after: here.position(of: bob.id))
        try await eventually { there.heard(by: bob.id).contains { $0.kind == .refresh } }
    }

    @Test("hear what their person has read meanwhile")
    func reading() async throws {
        let heard = try await resumed(knows: false) { _ in
            let message = try await post("second")
            _ = try await store.mark(message.id, asReadIn: group.id, by: bob.id)
        }
        // Where the count is being asked for at that moment, it is read again.
        #expect(heard.contains { if case .read(0, _, _) = $0 { true } else { $0 == .refresh } }, "\(heard)")
    }

    @Test("read again where a membership changed, or what was changed is not known any more")
    func refreshes() async throws {
        let added = try await resumed(knows: false) { _ in
            _ = try await store.create(
                NewConversation(.group(name: DisplayName("庭")!), participants: [alice.id, bob.id])!, as: alice.id)
        }
        #expect(added.contains(.refresh), "\(added)")
        let lost = try await resumed(knows: false) { _ in
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
        try await chat.age()
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

    @Test("what happens in a conversation that is not open is told as well")
    func besides() async throws {
        let garden = try await store.create(
            NewConversation(.group(name: DisplayName("庭")!), participants: [alice.id, bob.id])!, as: alice.id)
        try await chat.age()
        let (here, there) = (SharedGateway(place.another()), SharedGateway(place.another()))
        defer {
            here.stop()
            there.stop()
        }
        let (position, _) = try await leave(here)
        try await there.resume(bob.id, watching: group.id, after: position)
        let new = NewMessage(conversation: garden.id, sender: alice.id, text: try MessageText("in the garden"))
        let message = try #require(try await store.send(new, key: .random()).message)
        func isTold(_ event: LiveEvent) -> Bool {
            switch event.kind {
            case .feed(.posted(message, _)): true
            // Which leads to it, too.
            case .refresh: event.conversation == garden.id
            default: false
            }
        }
        try await eventually { there.heard.contains(where: isTold) }
        // Who comes from the other process only now does not miss it.
        let before = there.heard.count
        try await there.resume(alice.id, watching: group.id, after: position)
        try await eventually { there.heard.dropFirst(before).contains { $0.kind == .ready } }
        #expect(there.heard.dropFirst(before).contains { isTold($0) || $0.kind == .refresh })
    }

    @Test("a look for changes that takes long does not say that what was stored meanwhile is known")
    func slowLook() async throws {
        let receiver = Stubborn()
        receiver.gives()
        let feed = ChangeFeed(PostgreSQLChatStore(place.another()), to: receiver)
        // Until all is taken in that was stored before.
        try await eventually {
            await feed.look()
            return receiver.ages.suffix(2).count == 2 && receiver.ages.suffix(2).allSatisfy { $0 != nil }
        }
        let observer = place.another()
        let (look, waited) = try await place.database.transaction { transaction in
            _ = try await transaction.run([Query("LOCK TABLE changes IN ACCESS EXCLUSIVE MODE")])
            let look = Task { await feed.look() }
            let waiting = Query(
                "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database d ON d.oid = database WHERE NOT granted AND datname = current_database())"
            )
            try await eventually { try await observer.run(waiting).first?.boolean(0) == true }
            return (look, ContinuousClock.now)
        }
        let released = ContinuousClock.now
        await look.value
        let age = receiver.ages.last.flatMap(\.self)
        #expect(age.map { $0 >= released - waited } ?? false, "\(receiver.ages)")
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
