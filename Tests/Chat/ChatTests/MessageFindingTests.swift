import Chat
import Synchronization
import Testing

/// A conversation of a backend that can only be read by time, newest first.
private final class Past: MessageRepository {
    let all: [Message]
    let reads = Mutex(0)

    init(_ count: Int) {
        let conversation = ConversationID.random()
        all = (0..<count).reversed().map { number in
            Message(
                id: .random(), conversation: conversation, content: .text(sender: .random(), text: "\(number)"),
                replyTo: nil, createdAt: Timestamp(milliseconds: Int64(number)), reactions: [])
        }
    }

    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int) -> [Message] {
        reads.withLock { $0 += 1 }
        return Array(all.lazy.filter { message in before.map { message.createdAt < $0 } ?? true }.prefix(limit))
    }

    func send(_ message: NewMessage) throws(ChatError) -> Message { throw ChatError(.forbidden, during: #function) }
    func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) {}

    func find(_ index: Int, at moment: Int64?) async throws -> Int {
        let found = try await message(
            all[index].id, in: all[index].conversation, as: .random(),
            sentAt: moment.map(Timestamp.init(milliseconds:)))
        #expect(found == all[index])
        return reads.withLock { $0 }
    }
}

/// One message of a backend that has no way to ask for it.
struct MessageFindingTests {
    @Test func `a link with the right moment costs one read`() async throws {
        #expect(try await Past(5_000).find(4_999, at: 0) == 1)
    }

    @Test(arguments: [0, 500, 1_000_000, nil])
    func `a link with a wrong moment, or none, finds the message`(moment: Int64?) async throws {
        #expect(try await Past(5_000).find(150, at: moment) <= 3)
    }

    @Test func `how far is searched has a bound`() async throws {
        let past = Past(5_000)
        await #expect(throws: ChatError.self) { try await past.find(4_000, at: 4_500) }
        let most = MessageLimits.maximumSearched / MessageLimits.searchedAtOnce + 1
        #expect(past.reads.withLock { $0 } == most)
    }
}
