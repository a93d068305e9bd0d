import Chat
import Synchronization
import Testing

/// A repository of messages at given times, which responds as the real backend does: newest first, strictly before, and
/// those of a millisecond in the order in which they were sent.
private final class Messages: MessageRepository {
    let all: [Message]
    /// The requests.
    let limits = Mutex<[Int]>([])

    init(_ all: [Message]) { self.all = all }

    init(at moments: [Int64]) {
        let conversation = ConversationID.random()
        all = moments.sorted(by: >).map { moment in
            Message(
                id: .random(), conversation: conversation, content: .text(sender: .random(), text: "\(moment)"),
                replyTo: nil, createdAt: Timestamp(milliseconds: moment), reactions: [])
        }
    }

    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        limits.withLock { $0.append(limit) }
        var messages = Array(all.filter { before.map($0.createdAt.isBefore) ?? true }.prefix(limit))
        messages.reverseInMilliseconds()
        return messages
    }
    func send(_ message: NewMessage) async throws(ChatError) -> Message { throw ChatError(.forbidden, during: "send") }
    func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        throw ChatError(.forbidden, during: "delete")
    }

    /// Reads pages back to the beginning.
    func pages(before cursor: MessageCursor? = nil) async throws -> [MessagePage] {
        var pages: [MessagePage] = []
        var before = cursor
        repeat {
            let page = try await MessageHistory(self).page(in: .random(), as: .random(), before: before)
            pages.append(page)
            before = page.older
        } while before != nil && pages.count < 10_000
        return pages
    }
}

extension Timestamp {
    fileprivate var isBefore: (Timestamp) -> Bool { { moment in self < moment } }
}

@Suite struct MessageHistoryTests {
    /// The times of 51 or more messages, with different numbers of messages sharing a millisecond.
    static let histories: [[Int64]] = [
        [], [1], Array(1...50), Array(1...51), Array(1...120),
        Array(repeating: 7, count: 50), Array(repeating: 7, count: 51), Array(repeating: 7, count: 130),
        Array(1...49) + Array(repeating: 50, count: 30) + Array(51...100),
        Array(repeating: 1, count: 60) + Array(repeating: 2, count: 60) + [3],
        (0..<700).map { Int64($0 / 7) }, Array(repeating: 5, count: 999) + [6],
    ]

    @Test(arguments: histories) func `paging back loses no message and repeats none`(moments: [Int64]) async throws {
        let messages = Messages(at: moments)
        let pages = try await messages.pages()
        let read = pages.reversed().flatMap(\.messages)
        #expect(read.map(\.id).count == Set(read.map(\.id)).count)
        #expect(Set(read.map(\.id)) == Set(messages.all.map(\.id)))
        #expect(read.map(\.createdAt) == read.map(\.createdAt).sorted())
    }

    @Test(arguments: histories)
    func `messages of one millisecond stand in the order in which they were sent`(moments: [Int64]) async throws {
        let messages = Messages(at: moments)
        for page in try await messages.pages() {
            for (first, second) in zip(page.messages, page.messages.dropFirst())
            where first.createdAt == second.createdAt {
                let places = [first, second].compactMap { message in
                    messages.all.firstIndex { $0.id == message.id }
                }
                #expect(places[0] < places[1])
            }
        }
    }

    @Test(arguments: histories)
    func `paging forwards from anywhere loses no message and repeats none`(moments: [Int64]) async throws {
        let messages = Messages(at: moments)
        let sorted = moments.sorted()
        for start in Set([sorted.first, sorted.dropFirst(sorted.count / 2).first, sorted.last].compactMap(\.self)) {
            var read: [Message] = []
            var next: Timestamp? = Timestamp(milliseconds: start)
            while let from = next {
                let page = try await MessageHistory(messages).page(in: .random(), as: .random(), from: from)
                #expect(!page.messages.isEmpty)
                read += page.messages
                next = page.newer
            }
            #expect(Set(read.map(\.id)).count == read.count)
            #expect(Set(read.map(\.id)) == Set(messages.all.filter { $0.createdAt.milliseconds >= start }.map(\.id)))
            #expect(read.map(\.createdAt) == read.map(\.createdAt).sorted())
        }
    }

    @Test func `a page far back is found in a few requests, however the messages are spread`() async throws {
        let dense = (0..<5_000).map { Int64($0) * 1_000 }
        let bursts = (0..<5_000).map { Int64($0 / 500) * 86_400_000 + Int64($0 % 500) }
        for moments in [dense, bursts] {
            let messages = Messages(at: moments)
            for index in [0, 700, 2_499, 4_700, 4_999] {
                messages.limits.withLock { $0 = [] }
                let page = try await MessageHistory(messages).page(
                    in: .random(), as: .random(), from: Timestamp(milliseconds: moments[index]), after: 10)
                let first = try #require(page.messages.firstIndex { $0.createdAt.milliseconds == moments[index] })
                #expect(first == min(index, 10))
                #expect(page.messages.count == min(40, 5_000 - index) + first)
                #expect((page.newer == nil) == (index > 4_960) && (page.older == nil) == (index < 10))
                #expect(messages.limits.withLock { $0.count } <= 30)
            }
        }
    }

    @Test func `from after the last message on, the page is the newest`() async throws {
        let page = try await MessageHistory(Messages(at: Array(1...60))).page(
            in: .random(), as: .random(), from: Timestamp(milliseconds: 61))
        #expect(page.messages.count == 50 && page.newer == nil)
    }

    @Test func `a page has fifty messages if no millisecond is shared`() async throws {
        let pages = try await Messages(at: Array(1...120)).pages()
        #expect(pages.map(\.messages.count) == [50, 50, 20])
    }

    @Test func `the newest page does not depend on earlier requests`() async throws {
        let pages = try await Messages(at: Array(1...51)).pages()
        #expect(pages[0].messages.last?.createdAt == Timestamp(milliseconds: 51))
        #expect(pages[0].older?.moment == Timestamp(milliseconds: 2))
    }

    @Test func `a message that was deleted between two pages hides no other`() async throws {
        let messages = Messages(at: Array(1...60) + Array(repeating: 61, count: 60))
        let first = try await MessageHistory(messages).page(in: .random(), as: .random())
        let cursor = try #require(first.older)
        let rest = Messages(messages.all.filter { $0.id != cursor.message })
        let seen = Set(first.messages.map(\.id)).union(
            try await rest.pages(before: cursor).flatMap(\.messages).map(\.id))
        #expect(seen == Set(messages.all.map(\.id)))
    }

    @Test func `a page requests fifty messages`() async throws {
        let messages = Messages(at: Array(1...120))
        _ = try await MessageHistory(messages).page(in: .random(), as: .random())
        #expect(messages.limits.withLock { $0 } == [50])
    }
}
