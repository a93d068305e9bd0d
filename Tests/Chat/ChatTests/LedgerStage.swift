import Eventually
import Synchronization
import Testing

@testable import Chat

/// A backend whose answers can be lost, with one conversation of two people, and a ledger in memory.
final class Wire: MessageRepository, SendLedger {
    struct State {
        var stored: [Message] = []
        var entries: [SendKey: SendEntry] = [:]
        /// What to throw, before or after the message is stored.
        var failures: [(reason: ChatError.Reason, isStored: Bool)] = []
        /// How many messages were read.
        var read = 0
    }
    let state = Mutex(State())
    let clock: @Sendable () -> Timestamp
    /// Holds messages before they are stored, or before they are answered.
    let gate = Gate()
    let storesFirst = Atomic(false)

    init(isSlow: Bool = false, clock: @escaping @Sendable () -> Timestamp = { Timestamp(milliseconds: 1_000_000) }) {
        self.clock = clock
        if !isSlow { gate.open() }
    }

    var stored: [Message] { state.withLock { $0.stored } }

    func fail(_ reason: ChatError.Reason, isStored: Bool) {
        state.withLock { $0.failures.append((reason, isStored)) }
    }

    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        let found = stored.reversed().filter { message in before.map { message.createdAt < $0 } ?? true }.prefix(limit)
        state.withLock { $0.read += found.count }
        return Array(found)
    }
    /// What somebody else says.
    func add(_ count: Int, in conversation: ConversationID) {
        let others = (0..<count).map { number in
            Message(
                id: .random(), conversation: conversation, content: .text(sender: .random(), text: "\(number)"),
                replyTo: nil, createdAt: clock(), reactions: [])
        }
        state.withLock { $0.stored += others }
    }
    func send(_ message: NewMessage) async throws(ChatError) -> Message {
        let sent = Message(
            id: .random(), conversation: message.conversation,
            content: .text(sender: message.sender, text: message.text.description), replyTo: message.replyTo,
            createdAt: clock(), reactions: [])
        let storesFirst = storesFirst.load(ordering: .relaxed)
        if storesFirst { state.withLock { $0.stored.append(sent) } }
        await gate.wait()
        if storesFirst { return sent }
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

/// A time that goes on by a millisecond whenever it is asked for.
final class Moment: Sendable {
    private let now = Mutex(Timestamp(milliseconds: 1_000_000))

    func next() -> Timestamp {
        now.withLock { now in
            now = now.adding(.milliseconds(1))
            return now
        }
    }

    func advance(by duration: Duration) { now.withLock { $0 = $0.adding(duration) } }
}

extension SendEntry {
    var isSent: Bool { if case .sent = self { true } else { false } }
}

/// Knows one conversation.
final class OneConversation: ConversationRepository {
    let conversation: Conversation
    /// How often it was asked for.
    let asked = Atomic(0)

    init(_ conversation: Conversation) { self.conversation = conversation }

    func conversations(of user: UserID) async throws(ChatError) -> [Conversation] { [conversation] }
    func conversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation {
        asked.add(1, ordering: .relaxed)
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
