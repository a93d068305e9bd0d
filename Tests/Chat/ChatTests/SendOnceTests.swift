import Chat
import Synchronization
import Testing

/// A conversation whose answers can be lost, and a ledger in memory.
private final class Wire: MessageRepository, SendLedger {
    struct State {
        var stored: [Message] = []
        var entries: [SendKey: SendEntry] = [:]
        /// What to throw, before or after the message is stored.
        var failures: [(reason: ChatError.Reason, isStored: Bool)] = []
    }
    let state = Mutex(State())
    let clock: @Sendable () -> Timestamp

    init(clock: @escaping @Sendable () -> Timestamp = { Timestamp(milliseconds: 1_000_000) }) { self.clock = clock }

    var stored: [Message] { state.withLock { $0.stored } }

    func fail(_ reason: ChatError.Reason, isStored: Bool) {
        state.withLock { $0.failures.append((reason, isStored)) }
    }

    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        stored.reversed()
    }
    func send(_ message: NewMessage) async throws(ChatError) -> Message {
        let sent = Message(
            id: .random(), conversation: message.conversation,
            content: .text(sender: message.sender, text: message.text.description), replyTo: message.replyTo,
            createdAt: clock(), reactions: [])
        await Task.yield()
        let failure = state.withLock { state in
            let failure = state.failures.isEmpty ? nil : state.failures.removeFirst()
            if failure?.isStored ?? true { state.stored.append(sent) }
            return failure
        }
        if let failure { throw ChatError(failure.reason, during: "send") }
        return sent
    }
    func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {}

    func begin(_ key: SendKey, at moment: Timestamp) throws -> SendEntry {
        state.withLock { state in
            if let entry = state.entries[key] { return entry }
            state.entries[key] = .unknown(since: moment)
            return .new
        }
    }
    func finish(_ key: SendKey, as message: MessageID) throws { state.withLock { $0.entries[key] = .sent(message) } }
    func forget(_ key: SendKey) throws { state.withLock { $0.entries[key] = nil } }
    func isTaken(_ message: MessageID) throws -> Bool {
        state.withLock { $0.entries.values.contains(.sent(message)) }
    }
}

@Suite struct SendOnceTests {
    private let wire = Wire()
    private let user = UserID.random()
    private let conversation = ConversationID.random()

    private func key(_ form: String, _ text: String = "hello") throws -> SendKey {
        try #require(SendKey(user: user, conversation: conversation, form: form, text: try MessageText(text)))
    }

    private var once: SendOnce { SendOnce(wire, ledger: wire, clock: Clock(now: wire.clock)) }

    @Test func `the same form sent again and again is one message`() async throws {
        let once = self.once
        let first = try await once.send(try key("a"), replyTo: nil)
        #expect(try await once.send(try key("a"), replyTo: nil) == first)
        #expect(wire.stored.count == 1)
    }

    @Test func `the same form sent many times at once is one message`() async throws {
        let once = self.once
        let key = try key("a")
        let ids = try await withThrowingTaskGroup(of: MessageID.self) { group in
            for _ in 0..<50 { group.addTask { try await once.send(key, replyTo: nil) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(wire.stored.count == 1)
    }

    @Test func `the same words from another form are another message`() async throws {
        let once = self.once
        _ = try await once.send(try key("a"), replyTo: nil)
        _ = try await once.send(try key("b"), replyTo: nil)
        _ = try await once.send(try key("a", "other words"), replyTo: nil)
        #expect(wire.stored.count == 3)
    }

    @Test(arguments: [ChatError.Reason.timedOut, .unexpectedAnswer("?"), .unavailable("down")])
    func `a sent message appears once, though the reply was lost`(reason: ChatError.Reason) async throws {
        let once = self.once
        wire.fail(reason, isStored: true)
        await #expect(throws: ChatError.self) { try await once.send(try key("a"), replyTo: nil) }
        let id = try await once.send(try key("a"), replyTo: nil)
        #expect(wire.stored.map(\.id) == [id])
    }

    @Test func `a message that did not arrive is sent by the next try`() async throws {
        let once = self.once
        for reason in [ChatError.Reason.timedOut, .unavailable("down"), .notParticipant] {
            wire.fail(reason, isStored: false)
            await #expect(throws: ChatError.self) { try await once.send(try key("a"), replyTo: nil) }
        }
        _ = try await once.send(try key("a"), replyTo: nil)
        #expect(wire.stored.count == 1)
    }

    @Test func `an older message with the same words is not taken for the lost one`() async throws {
        let once = self.once
        _ = try await once.send(try key("earlier"), replyTo: nil)
        wire.fail(.timedOut, isStored: false)
        await #expect(throws: ChatError.self) { try await once.send(try key("later"), replyTo: nil) }
        _ = try await once.send(try key("later"), replyTo: nil)
        #expect(wire.stored.count == 2)
    }
}
