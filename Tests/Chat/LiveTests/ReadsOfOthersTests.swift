import Chat
import Testing

@testable import Live

/// Pages that another process has read, and what was changed here meanwhile.
struct ReadsOfOthersTests {
    private var room = Room()
    private var feed = ConversationFeed()

    init() {
        _ = room.post(by: Room.people[0], tick: 1)
        let start = feed.beginRead()
        _ = feed.take(room.newest(50), limit: 50, start: start, isWidest: false)
    }

    /// A read of another process that has begun when it knew of the changes up to `number`.
    private mutating func take(_ messages: [Message], knowing number: Int64) -> ConversationFeed.Outcome {
        let start = feed.beginRead(knowing: number)
        return feed.take(messages, limit: 50, start: start, isWidest: false)
    }

    /// - Returns: when it was touched.
    private mutating func post() -> (message: Message, serial: Int?) {
        let message = room.post(by: Room.people[1], tick: 1)
        _ = feed.post(message)
        return (message, feed.touched[message.id])
    }

    @Test mutating func `what was sent after it began is not undone, numbered or not`() throws {
        let before = room.newest(50)
        let (message, serial) = post()
        #expect(take(before, knowing: 100) == .changes([]))
        feed.number(101, touch: try #require(serial))
        #expect(take(before, knowing: 100) == .late)
        #expect(feed.message(message.id) != nil)
    }

    @Test mutating func `what was sent before it began is judged by it`() throws {
        let before = room.newest(50)
        let (message, serial) = post()
        feed.number(101, touch: try #require(serial))
        #expect(take(before, knowing: 101) == .changes([.deleted(message.id)]))
        #expect(feed.message(message.id) == nil)
    }

    @Test mutating func `of several changes, those that came after it began are kept`() throws {
        let (first, firstSerial) = post()
        feed.number(101, touch: try #require(firstSerial))
        let between = room.newest(50).filter { $0.id != first.id }
        let (second, secondSerial) = post()
        feed.number(102, touch: try #require(secondSerial))
        #expect(take(between, knowing: 101) == .changes([.deleted(first.id)]))
        #expect(feed.message(second.id) != nil)
        #expect(take(between, knowing: 102) == .changes([.deleted(second.id)]))
    }

    @Test mutating func `what was deleted here stays deleted, whatever it has been judged by since`() throws {
        let (message, serial) = post()
        feed.number(101, touch: try #require(serial))
        let before = room.newest(50)
        #expect(feed.delete(message.id) == [.deleted(message.id)])
        let start = feed.beginRead()
        let after = before.filter { $0.id != message.id }
        #expect(feed.take(after, limit: 50, start: start, isWidest: false) == .changes([]))
        #expect(take(before, knowing: 200) == .changes([]))
        #expect(feed.message(message.id) == nil)
    }

    @Test mutating func `no more deleted messages are known than the limit`() {
        var most = 0
        for _ in 0..<(2 * ConversationFeed.maximumTouched + 1) {
            _ = feed.delete(.random())
            most = max(most, feed.deleted.count)
        }
        #expect(most == ConversationFeed.maximumTouched)
    }

    @Test mutating func `a change that is told late does not make a later one known to those who knew it`() throws {
        let (message, serial) = post()
        feed.number(101, touch: try #require(serial))
        let before = room.newest(50)
        // Here, and not numbered yet; then one of another process, which has an earlier number.
        let reactions = [Room.people[0], Room.people[2]].map { user in
            Reaction(id: .random(), message: message.id, user: user, emoji: "👍", createdAt: message.createdAt)
        }
        #expect(!feed.add(reactions[0]).isEmpty)
        #expect(!feed.add(reactions[1]).isEmpty)
        feed.number(102, touch: try #require(feed.touched[message.id]))
        #expect(take(before, knowing: 103) == .changes([]))
        #expect(feed.message(message.id)?.reactions.count == 2)
    }

    @Test mutating func `of a message that was changed twice here, both changes are judged when both have numbers`()
        throws
    {
        let (message, first) = post()
        let before = room.newest(50)
        let reaction = Reaction(
            id: .random(), message: message.id, user: Room.people[0], emoji: "👍", createdAt: message.createdAt)
        #expect(!feed.add(reaction).isEmpty)
        let second = try #require(feed.touched[message.id])
        // The second is numbered first. Another process has deleted the message since.
        feed.number(102, touch: second)
        let without = before.filter { $0.id != message.id }
        #expect(take(without, knowing: 103) == .changes([]))
        feed.number(101, touch: try #require(first))
        #expect(take(without, knowing: 101) == .late)
        #expect(feed.message(message.id) != nil)
        #expect(take(without, knowing: 103) == .changes([.deleted(message.id)]))
    }

    @Test mutating func `of touches without numbers no more are told apart than the limit`() throws {
        let (message, _) = post()
        var serials: [Int] = []
        for _ in 0...(2 * EarlierTouches.maximumUnnumbered) {
            let reaction = Reaction(
                id: .random(), message: message.id, user: .random(), emoji: "👍", createdAt: message.createdAt)
            #expect(!feed.add(reaction).isEmpty)
            serials.append(try #require(feed.touched[message.id]))
        }
        for serial in serials { feed.number(101, touch: serial) }
        // A read of another process can't judge it any more; one of this process can.
        _ = take([], knowing: 101)
        #expect(feed.message(message.id) != nil)
    }

    @Test mutating func `what is new in it comes, whatever was changed here meanwhile`() {
        let (sent, _) = post()
        let other = room.post(by: Room.people[2], tick: 1)
        let page = room.newest(50).filter { $0.id != sent.id }
        #expect(take(page, knowing: 0) == .changes([.posted(other, previous: sent)]))
        #expect(feed.message(sent.id) != nil)
    }
}
