import Chat
import Synchronization
import Testing

/// A backend whose answers can be lost, with one conversation of two people, and a ledger in memory.
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

/// Knows one conversation.
private struct OneConversation: ConversationRepository {
    let conversation: Conversation

    func conversations(of user: UserID) async throws(ChatError) -> [Conversation] { [conversation] }
    func conversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation {
        guard id == conversation.id else { throw ChatError(.notFound, during: "conversation") }
        return conversation
    }
    func create(_ conversation: NewConversation, as user: UserID) async throws(ChatError) -> Conversation {
        throw ChatError(.forbidden, during: "create")
    }
    func add(_ user: UserID, as role: Role, to conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        throw ChatError(.forbidden, during: "add")
    }
    func remove(_ user: UserID, from conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        throw ChatError(.forbidden, during: "remove")
    }
}

@Suite struct LedgerSenderTests {
    private let wire = Wire()
    private let user = UserID.random()
    private let conversation = ConversationID.random()

    private func key(_ form: String) throws -> FormKey { try #require(FormKey(form)) }

    private func message(_ text: String = "hello") throws -> NewMessage {
        NewMessage(conversation: conversation, sender: user, text: try MessageText(text))
    }

    private func participant(leftAt: Timestamp? = nil) -> Participant {
        let user = User(id: user, alias: "alice", name: "Alice", avatarURL: nil, createdAt: wire.clock())
        return Participant(
            id: .random(), conversation: conversation, user: user, role: .member, joinedAt: wire.clock(),
            leftAt: leftAt)
    }

    private func sender(to participants: [Participant]) -> LedgerSender {
        let conversation = Conversation(
            id: conversation, kind: .group, name: "Tea", createdAt: wire.clock(), participants: participants)
        return LedgerSender(
            wire, members: OneConversation(conversation: conversation), ledger: wire, clock: Clock(now: wire.clock))
    }

    private var once: LedgerSender { sender(to: [participant()]) }

    @Test func `who takes no part, or does no more, is refused before the backend is asked`() async throws {
        for (participants, reason) in [
            ([], .notParticipant), ([participant(leftAt: wire.clock())], .noLongerParticipant),
        ] as [([Participant], ChatError.Reason)] {
            let error = await #expect(throws: ChatError.self) {
                _ = try await sender(to: participants).send(try message(), key: .random())
            }
            #expect(error?.reason == reason)
        }
        #expect(wire.stored.isEmpty)
    }

    @Test func `the same form sent again and again is one message`() async throws {
        let once = self.once
        let first = try #require(try await once.send(try message(), key: try key("a")).message)
        #expect(try await once.send(try message(), key: try key("a")) == .repeated(first))
        #expect(wire.stored == [first])
    }

    @Test func `the same form sent many times at once is one message`() async throws {
        let once = self.once
        let (key, message) = (try key("a"), try message())
        let ids = try await withThrowingTaskGroup(of: MessageID?.self) { group in
            for _ in 0..<50 { group.addTask { try await once.send(message, key: key).message?.id } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(wire.stored.count == 1)
    }

    @Test func `the same words from another form are another message`() async throws {
        let once = self.once
        _ = try await once.send(try message(), key: try key("a"))
        _ = try await once.send(try message(), key: try key("b"))
        _ = try await once.send(try message("other words"), key: try key("a"))
        #expect(wire.stored.count == 3)
    }

    @Test(arguments: [ChatError.Reason.timedOut, .unexpectedAnswer("?"), .unavailable("down")])
    func `a sent message appears once, though the reply was lost`(reason: ChatError.Reason) async throws {
        let once = self.once
        wire.fail(reason, isStored: true)
        await #expect(throws: ChatError.self) { try await once.send(try message(), key: try key("a")) }
        let sent = try #require(try await once.send(try message(), key: try key("a")).message)
        #expect(wire.stored == [sent])
    }

    @Test func `a message that did not arrive is sent by the next try`() async throws {
        let once = self.once
        for reason in [ChatError.Reason.timedOut, .unavailable("down"), .notParticipant] {
            wire.fail(reason, isStored: false)
            await #expect(throws: ChatError.self) { try await once.send(try message(), key: try key("a")) }
        }
        _ = try await once.send(try message(), key: try key("a"))
        #expect(wire.stored.count == 1)
    }

    @Test func `an older message with the same words is not taken for the lost one`() async throws {
        let once = self.once
        _ = try await once.send(try message(), key: try key("earlier"))
        wire.fail(.timedOut, isStored: false)
        await #expect(throws: ChatError.self) { try await once.send(try message(), key: try key("later")) }
        _ = try await once.send(try message(), key: try key("later"))
        #expect(wire.stored.count == 2)
    }

    @Test(arguments: ["", String(repeating: "a", count: 65), "a b", "a/b", "縁"]) func `a form's key is short and plain`(
        form: String
    ) {
        #expect(FormKey(form) == nil)
    }

    @Test func `a new key has 128 random bits, and is taken back as it is`() {
        let keys = Set((0..<100).map { _ in FormKey.random() })
        #expect(keys.count == 100)
        for key in keys {
            #expect(key.description.utf8.count == 32)
            #expect(FormKey(key.description) == key)
        }
    }
}
