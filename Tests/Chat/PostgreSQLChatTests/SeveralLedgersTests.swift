import Chat
import Eventually
import PostgreSQL
import PostgreSQLServer
import RepositoryBehaviour
import Synchronization
import Testing

@testable import PostgreSQLChat

/// A backend's messages, of which some are stored and not answered for, and some are lost.
private final class TroubledMessages: MessageRepository {
    private let store: PostgreSQLChatStore
    private let random: Mutex<SeededGenerator>
    private let isTroubled: Bool
    /// How many messages were posted to it.
    let posts = Mutex(0)
    /// The answer to the next message comes when it is opened.
    let gate = Mutex<Gate?>(nil)

    init(_ store: PostgreSQLChatStore, seed: UInt64?) {
        self.store = store
        isTroubled = seed != nil
        random = Mutex(SeededGenerator(seed: seed ?? 0))
    }

    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    { try await store.messages(in: conversation, as: user, before: before, limit: limit) }

    func send(_ new: NewMessage) async throws(ChatError) -> Message {
        let trouble = isTroubled ? random.withLock { Int.random(in: 0..<4, using: &$0) } : 3
        if trouble == 0 { throw ChatError(.unavailable("lost"), during: "send") }
        posts.withLock { $0 += 1 }
        let sent = try await store.send(new)
        await gate.withLock { $0.take() }?.wait()
        if trouble == 1 { throw ChatError(.timedOut, during: "send") }
        return sent
    }

    func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await store.delete(message, in: conversation, as: user)
    }

    func conversation(of message: MessageID) async throws(ChatError) -> ConversationID {
        try await store.conversation(of: message)
    }
}

/// Counts how often an attempt is entered.
private final class CountedLedger: SendLedger {
    private let ledger: PostgreSQLSendLedger
    private let counted = Mutex(0)
    var begun: Int { counted.withLock { $0 } }

    init(_ ledger: PostgreSQLSendLedger) { self.ledger = ledger }

    func begin(_ key: SendKey, at moment: Timestamp) async throws -> SendEntry {
        counted.withLock { $0 += 1 }
        return try await ledger.begin(key, at: moment)
    }

    func finish(_ key: SendKey, as message: MessageID) async throws { try await ledger.finish(key, as: message) }
    func forget(_ key: SendKey) async throws { try await ledger.forget(key) }
    func leave(_ key: SendKey) async { await ledger.leave(key) }
    func isTaken(_ message: MessageID) async throws -> Bool { try await ledger.isTaken(message) }
}

@Suite("Several gateways that send to one REST backend") struct SeveralLedgersTests {
    private let place: TestDatabase
    private let store: PostgreSQLChatStore
    private let alice: User
    private let room: ConversationID

    init() async throws {
        place = try await .withLedger()
        store = PostgreSQLChatStore(place.database)
        alice = try await store.register(NewUser(alias: Alias("alice")!, name: DisplayName("A")!, avatarURL: nil))
        room = try await store.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id])!, as: alice.id
        ).id
    }

    private func gateways(_ backend: TroubledMessages, count: Int) -> [LedgerSender] {
        (0..<count).map { _ in
            LedgerSender(
                backend, members: store, ledger: PostgreSQLSendLedger(place.another()), clock: .system,
                settling: .zero)
        }
    }

    private func stored() async throws -> Int {
        try await store.messages(in: room, as: alice.id, before: nil, limit: 200).count
    }

    @Test("of a hundred tries with one form, wherever they arrive, one is sent")
    func oneForm() async throws {
        let backend = TroubledMessages(store, seed: nil)
        let gateways = gateways(backend, count: 2)
        let new = NewMessage(conversation: room, sender: alice.id, text: try MessageText("hello"))
        for _ in 0..<5 {
            let key = FormKey.random()
            let outcomes = try await withThrowingTaskGroup(of: SendOutcome.self) { group in
                for number in 0..<100 { group.addTask { try await gateways[number % 2].send(new, key: key) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { if case .sent = $0 { true } else { false } } == 1)
            #expect(Set(outcomes.compactMap(\.message?.id)).count == 1)
        }
        #expect(try await stored() == 5)
        #expect(backend.posts.withLock { $0 } == 5)
    }

    @Test("who looks for the message of a lost answer does not find the one that another gateway is sending")
    func othersMessage() async throws {
        let backend = TroubledMessages(store, seed: nil)
        let ledger = CountedLedger(PostgreSQLSendLedger(place.another()))
        let here = LedgerSender(backend, members: store, ledger: ledger, clock: .system, settling: .zero)
        let there = gateways(backend, count: 1)[0]
        let new = NewMessage(conversation: room, sender: alice.id, text: try MessageText("ok"))
        let lost = FormKey.random()
        _ = try await ledger.begin(SendKey(new, lost), at: Clock.system.now())
        await ledger.leave(SendKey(new, lost))
        let gate = Gate()
        backend.gate.withLock { $0 = gate }
        let sending = Task { try await there.send(new, key: .random()) }
        try await eventually { gate.waiting == 1 }
        let isOver = Mutex(false)
        let repeating = Task {
            defer { isOver.withLock { $0 = true } }
            return try await here.send(new, key: lost)
        }
        try await eventually { ledger.begun >= 4 || isOver.withLock { $0 } }
        gate.open()
        #expect(try await sending.value.message?.id != repeating.value.message?.id)
        #expect(try await stored() == 2)
    }

    @Test("forms with the same text at several gateways become a message each, though answers are lost")
    func sameText() async throws {
        let forms = (0..<12).map { _ in FormKey.random() }
        let new = NewMessage(conversation: room, sender: alice.id, text: try MessageText("ok"))
        let gateways = gateways(TroubledMessages(store, seed: 7), count: 3)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, form) in forms.enumerated() {
                group.addTask {
                    var attempt = number
                    while true {
                        defer { attempt += 1 }
                        do throws(ChatError) {
                            _ = try await gateways[attempt % 3].send(new, key: form)
                            return
                        } catch {
                            guard attempt < 1_000 else { throw error }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await stored() == forms.count)
    }
}
