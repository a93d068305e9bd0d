import Chat
import RepositoryBehaviour
import Testing

@testable import Live

/// A backend's conversation that changes at random, and what is read of it.
struct Room {
    static let id = ConversationID.random()
    static let people = (0..<4).map { _ in UserID.random() }

    var messages: [Message] = []
    var now = Timestamp(milliseconds: 1_795_255_200_000)

    mutating func post(by sender: UserID, tick: Int64) -> Message {
        now = now.adding(.milliseconds(tick))
        let message = Message(
            id: .random(), conversation: Self.id, content: .text(sender: sender, text: "\(messages.count)"),
            replyTo: nil, createdAt: now, reactions: [])
        messages.append(message)
        return message
    }

    mutating func react(at index: Int, with emoji: String, by user: UserID) -> Reaction {
        let old = messages[index]
        let reaction = Reaction(id: .random(), message: old.id, user: user, emoji: emoji, createdAt: now)
        messages[index] = old.reacting(old.reactions + [reaction])
        return reaction
    }

    /// Newest first, as a backend answers.
    func newest(_ limit: Int) -> [Message] { messages.suffix(limit).reversed() }
}

extension Message {
    func reacting(_ reactions: [Reaction]) -> Message {
        Message(
            id: id, conversation: conversation, content: content, replyTo: replyTo, createdAt: createdAt,
            reactions: reactions)
    }
}

/// What a browser shows: it knows nothing but the changes.
struct Screen {
    private(set) var messages: [Message]
    /// What was shown from the beginning.
    let loaded: Set<MessageID>
    /// Whatever was ever shown.
    private var seen: Set<MessageID>

    init(_ messages: [Message]) {
        self.messages = messages
        loaded = Set(messages.map(\.id))
        seen = loaded
    }

    /// - Parameter isUnseenAllowed: whether what goes may be something that was never shown.
    mutating func take(_ change: FeedChange, isUnseenAllowed: Bool = false) {
        switch change {
        case .posted(let message, let previous):
            let isNew = seen.insert(message.id).inserted
            #expect(isNew, "a message came twice")
            let index = previous.flatMap { previous in messages.lastIndex { $0.id == previous.id } }.map { $0 + 1 }
            messages.insert(message, at: index ?? 0)
        case .changed(let message, _):
            guard let index = messages.firstIndex(where: { $0.id == message.id }) else {
                Issue.record("a message changed that nobody saw")
                return
            }
            messages[index] = message
        case .deleted(let id):
            #expect(isUnseenAllowed || messages.contains { $0.id == id }, "a message went that nobody saw")
            messages.removeAll { $0.id == id }
        case .conversation: break
        case .replaced: Issue.record("nothing was to be replaced")
        }
    }
}

struct FeedTests {
    private func changes(_ outcome: ConversationFeed.Outcome) -> [FeedChange] {
        guard case .changes(let changes) = outcome else {
            Issue.record("\(outcome)")
            return []
        }
        return changes
    }

    @Test("what others write is found by the next read, once and in order")
    func reading() {
        var room = Room()
        let first = room.post(by: Room.people[0], tick: 5)
        var feed = ConversationFeed()
        let begin = feed.beginRead()
        #expect(feed.take(room.newest(50), limit: 50, start: begin, isWidest: false) == .changes([]))
        let second = room.post(by: Room.people[1], tick: 5)
        let third = room.post(by: Room.people[2], tick: 5)
        let next = feed.beginRead()
        #expect(
            changes(feed.take(room.newest(50), limit: 50, start: next, isWidest: false)) == [
                .posted(second, previous: first), .posted(third, previous: second),
            ])
        let again = feed.beginRead()
        #expect(feed.take(room.newest(50), limit: 50, start: again, isWidest: false) == .changes([]))
    }

    @Test("what was sent here while a read was under way is not taken for deleted")
    func sentDuringRead() {
        var room = Room()
        _ = room.post(by: Room.people[0], tick: 5)
        var feed = ConversationFeed()
        let begin = feed.beginRead()
        _ = feed.take(room.newest(50), limit: 50, start: begin, isWidest: false)
        let start = feed.beginRead()
        let read = room.newest(50)
        let mine = room.post(by: Room.people[1], tick: 5)
        #expect(feed.post(mine).count == 1)
        #expect(feed.take(read, limit: 50, start: start, isWidest: false) == .changes([]))
        #expect(feed.messages.last == mine)
    }

    @Test("what was deleted here while a read was under way does not come back")
    func deletedDuringRead() {
        var room = Room()
        let gone = room.post(by: Room.people[0], tick: 5)
        var feed = ConversationFeed()
        let begin = feed.beginRead()
        _ = feed.take(room.newest(50), limit: 50, start: begin, isWidest: false)
        let start = feed.beginRead()
        let read = room.newest(50)
        #expect(feed.delete(gone.id) == [.deleted(gone.id)])
        #expect(feed.take(read, limit: 50, start: start, isWidest: false) == .changes([]))
        #expect(feed.messages.isEmpty)
    }

    @Test("the deletion of a message that is older than what is kept is told, once")
    func deletedOfThePast() {
        var room = Room()
        let old = room.post(by: Room.people[0], tick: 5)
        for _ in 0..<ConversationFeed.maximumMessages { _ = room.post(by: Room.people[1], tick: 5) }
        var feed = ConversationFeed()
        let begin = feed.beginRead()
        _ = feed.take(room.newest(50), limit: 50, start: begin, isWidest: false)
        #expect(feed.message(old.id) == nil)
        #expect(feed.delete(old.id) == [.deleted(old.id)])
        #expect(feed.delete(old.id) == [])
    }

    @Test("what others wrote before one's own message is not lost, however much it was")
    func gapBehindOwnMessage() {
        var room = Room()
        _ = room.post(by: Room.people[0], tick: 5)
        var feed = ConversationFeed()
        let begin = feed.beginRead()
        _ = feed.take(room.newest(50), limit: 50, start: begin, isWidest: false)
        for _ in 0..<120 { _ = room.post(by: Room.people[1], tick: 5) }
        _ = feed.post(room.post(by: Room.people[2], tick: 5))
        let short = feed.beginRead()
        #expect(feed.take(room.newest(50), limit: 50, start: short, isWidest: false) == .gap)
        let long = feed.beginRead()
        #expect(changes(feed.take(room.newest(200), limit: 200, start: long, isWidest: false)).count == 120)
        #expect(feed.messages == room.messages)
    }

    @Test("more than can be read is told as a replacement")
    func replaced() {
        var room = Room()
        _ = room.post(by: Room.people[0], tick: 5)
        var feed = ConversationFeed()
        let begin = feed.beginRead()
        _ = feed.take(room.newest(50), limit: 50, start: begin, isWidest: false)
        for _ in 0..<1_200 { _ = room.post(by: Room.people[1], tick: 1) }
        let start = feed.beginRead()
        #expect(
            feed.take(room.newest(1_000), limit: 1_000, start: start, isWidest: true) == .changes([.replaced]))
        #expect(feed.messages == Array(room.messages.suffix(ConversationFeed.maximumMessages)))
    }

    @Test("a read that began earlier than one already taken is dropped")
    func late() {
        var room = Room()
        var feed = ConversationFeed()
        let slow = feed.beginRead()
        let old = room.newest(50)
        _ = room.post(by: Room.people[0], tick: 5)
        let quick = feed.beginRead()
        _ = feed.take(room.newest(50), limit: 50, start: quick, isWidest: false)
        #expect(feed.take(old, limit: 50, start: slow, isWidest: false) == .late)
        #expect(feed.messages.count == 1)
    }

    @Test("what is touched here is remembered up to a limit; beyond it a read under way is not taken, and the next is")
    func touched() {
        var room = Room()
        let first = room.post(by: Room.people[0], tick: 5)
        var feed = ConversationFeed()
        let begin = feed.beginRead()
        _ = feed.take(room.newest(50), limit: 50, start: begin, isWidest: false)
        let slow = feed.beginRead()
        let read = room.newest(50)
        #expect(feed.delete(first.id) == [.deleted(first.id)])
        for _ in 0..<(ConversationFeed.maximumTouched - 1) { _ = feed.delete(.random()) }
        #expect(feed.touched.count == ConversationFeed.maximumTouched)
        _ = feed.delete(.random())
        #expect(feed.touched.count == 1)
        #expect(feed.take(read, limit: 50, start: slow, isWidest: false) == .late)
        #expect(feed.messages.isEmpty)
        room.messages.removeFirst()
        let second = room.post(by: Room.people[1], tick: 5)
        let next = feed.beginRead()
        #expect(
            changes(feed.take(room.newest(50), limit: 50, start: next, isWidest: false)) == [
                .posted(second, previous: nil)
            ])
    }

    @Test("the past that comes in with a longer read is no news")
    func past() {
        var room = Room()
        for _ in 0..<120 { _ = room.post(by: Room.people[1], tick: 5) }
        var feed = ConversationFeed()
        let begin = feed.beginRead()
        _ = feed.take(room.newest(50), limit: 50, start: begin, isWidest: false)
        let start = feed.beginRead()
        #expect(feed.take(room.newest(100), limit: 100, start: start, isWidest: false) == .changes([]))
        #expect(feed.messages.count == 100)
    }

    /// Any order of posts, reactions and deletions, here and elsewhere, with reads that take their time: each change
    /// is told once, and whoever applies what is told sees what the backend has.
    @Test("random histories are told without loss and repetition", arguments: 0..<400)
    func randomly(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var room = Room()
        for _ in 0..<Int.random(in: 0...70, using: &random) {
            _ = room.post(by: Room.people[0], tick: Int64.random(in: 0...3, using: &random))
        }
        var feed = ConversationFeed()
        let begin = feed.beginRead()
        _ = feed.take(room.newest(50), limit: 50, start: begin, isWidest: false)
        var screen = Screen(feed.messages)
        var reads: [(ConversationFeed.ReadStart, Int, [Message])] = []
        func told(_ changes: [FeedChange]) { for change in changes { screen.take(change) } }

        for _ in 0..<120 {
            let isHere = Bool.random(using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let message = room.post(
                    by: Room.people.randomElement(using: &random)!, tick: Int64.random(in: 0...2, using: &random))
                if isHere { told(feed.post(message)) }
            case 4:
                guard let index = room.messages.indices.suffix(30).randomElement(using: &random) else { continue }
                let reaction = room.react(
                    at: index, with: ["👍", "🎉"].randomElement(using: &random)!,
                    by: Room.people.randomElement(using: &random)!)
                if isHere { told(feed.add(reaction)) }
            case 5:
                guard let index = room.messages.indices.suffix(30).randomElement(using: &random) else { continue }
                let message = room.messages.remove(at: index)
                // It may be another's that no read has brought yet.
                if isHere { for change in feed.delete(message.id) { screen.take(change, isUnseenAllowed: true) } }
            case 6, 7:
                guard reads.count < 3 else { continue }
                reads.append((feed.beginRead(), 50, room.newest(50)))
            default:
                guard let index = reads.indices.randomElement(using: &random) else { continue }
                let (start, limit, messages) = reads.remove(at: index)
                switch feed.take(messages, limit: limit, start: start, isWidest: false) {
                case .changes(let changes): told(changes)
                case .gap: reads.append((feed.beginRead(), limit * 4, room.newest(limit * 4)))
                case .late: break
                }
            }
        }
        for _ in 0..<2 {
            let start = feed.beginRead()
            told(changes(feed.take(room.newest(400), limit: 400, start: start, isWidest: false)))
        }
        let shown = min(feed.messages.count, 50)
        #expect(Array(feed.messages.suffix(shown)) == Array(room.messages.suffix(shown)))
        #expect(Array(screen.messages.suffix(shown)) == Array(room.messages.suffix(shown)))
    }
}
