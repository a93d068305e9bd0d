import Concurrency
import Testing

@testable import Chat

/// A conversation to which messages are added, and which fails when it is told to.
private final class Room: MessageRepository {
    let all = Lock<[Message]>([])
    let failures = Lock<[ChatError.Reason]>([])
    let id = ConversationID.random()

    @discardableResult func add(_ text: String, at moment: Int64) -> Message {
        let message = Message(
            id: .random(), conversation: id, content: .text(sender: .random(), text: text), replyTo: nil,
            createdAt: Timestamp(milliseconds: moment), reactions: [])
        all.withLock { $0.append(message) }
        return message
    }

    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        if let reason = failures.withLock({ $0.popLast() }) { throw ChatError(reason, during: "messages") }
        let all = all.withLock { $0 }.filter { message in before.map { message.createdAt < $0 } ?? true }
        return Array(all.sorted { $0.createdAt > $1.createdAt }.prefix(limit))
    }

    func send(_ message: NewMessage) async throws(ChatError) -> Message { throw ChatError(.forbidden, during: "send") }
    func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        throw ChatError(.forbidden, during: "delete")
    }
    func conversation(of message: MessageID) async throws(ChatError) -> ConversationID { id }
    func find(_ ids: Set<MessageID>, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> [MessageID: Message]
    { [:] }
    func message(_ id: MessageID, in conversation: ConversationID, as user: UserID, sentAt moment: Timestamp?)
        async throws(ChatError) -> Message
    { throw ChatError(.notFound, during: "message") }

    /// The texts that arrive after `last` while `pauses` are done, one at each pause; the last one ends the sequence.
    func texts(after last: Message?, _ pauses: [@Sendable () -> Void]) async throws -> [String] {
        struct Enough: Error {}
        let rest = Lock(Array(pauses.reversed()))
        var texts: [String] = []
        let arriving = newMessages(in: id, as: .random(), after: last) {
            guard let pause = rest.withLock({ $0.popLast() }) else { throw Enough() }
            pause()
        }
        do {
            for try await message in arriving {
                if case .text(_, let text) = message.content { texts.append(text) }
            }
        } catch is Enough {}
        return texts
    }
}

@Suite struct NewMessagesTests {
    @Test func `what arrives comes once, oldest first, and nothing from before`() async throws {
        let room = Room()
        room.add("before", at: 1_000_000)
        let texts = try await room.texts(
            after: nil,
            [
                {
                    room.add("two", at: 1_000_200)
                    room.add("one", at: 1_000_100)
                },
                {},
                { room.add("three", at: 1_000_300) },
                {},
            ])
        #expect(texts == ["one", "two", "three"])
    }

    @Test func `what was sent after the last message that is known comes at once`() async throws {
        let room = Room()
        room.add("before", at: 1_000_000)
        let last = room.add("last", at: 1_000_100)
        room.add("one", at: 1_000_200)
        #expect(try await room.texts(after: last, []) == ["one"])
    }

    @Test func `a message whose server is behind comes too`() async throws {
        let room = Room()
        let last = room.add("last", at: 1_000_000)
        let texts = try await room.texts(
            after: last,
            [
                { room.add("one", at: 1_009_000) },
                { room.add("late", at: 1_001_000) },
            ])
        #expect(texts == ["one", "late"])
    }

    @Test func `more than one read holds are read`() async throws {
        let room = Room()
        let last = room.add("last", at: 0)
        let count = MessageLimits.searchedAtOnce * 3
        for number in 1...count { room.add("\(number)", at: Int64(number)) }
        #expect(try await room.texts(after: last, []) == (1...count).map(String.init))
    }

    @Test func `an outage is waited out`() async throws {
        let room = Room()
        let last = room.add("last", at: 1_000)
        room.add("one", at: 1_001)
        room.failures.withLock { $0 = [.timedOut, .unavailable("gone")] }
        #expect(try await room.texts(after: last, [{}, {}]) == ["one"])
    }

    @Test func `a refusal ends the sequence`() async throws {
        let room = Room()
        room.failures.withLock { $0 = [.unauthenticated] }
        await #expect(throws: ChatError(.unauthenticated, during: "messages")) {
            try await room.texts(after: nil, [{}])
        }
    }
}
