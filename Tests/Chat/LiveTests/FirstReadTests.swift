import Chat
import ChatStore
import Eventually
import RepositoryBehaviour
import Testing

@testable import Live

/// What is done here while the messages of a conversation are read for the first time.
@Suite struct FirstReadTests {
    /// What happens between a read and its answer; the answer holds the two messages that were there before.
    enum Deed: CaseIterable {
        case post, delete, react
    }

    @Test(arguments: Deed.allCases, [CachePolicy.authoritative, .askWhenOlder])
    func `what happens while the first read is under way is neither lost nor said twice`(
        deed: Deed, policy: CachePolicy
    ) async throws {
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        let (line, post) = (Outage(), Post())
        var limits = LiveLimits()
        limits.tick = .seconds(3_600)
        let live = Live(
            DistantStore(store: store, line: line).repositories, policy: policy, limits: limits, clock: clock.clock,
            publisher: post)
        let (alias, name) = (try #require(Alias("ann")), try #require(DisplayName("Ann")))
        let ann = try await store.register(NewUser(alias: alias, name: name, avatarURL: nil)).id
        let new = try #require(NewConversation(.group(name: name), participants: [ann]))
        let id = try await store.create(new, as: ann).id
        @Sendable func message(_ text: String) throws -> NewMessage {
            NewMessage(conversation: id, sender: ann, text: try MessageText(text))
        }
        _ = try await store.send(message("one"))
        clock.advance(by: .seconds(1))
        let second = try await store.send(message("two")).id
        clock.advance(by: .seconds(1))
        let subscriber = Subscriber(
            user: ann, session: "s", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in }, end: {})
        _ = try await live.open(subscriber, watching: [], after: nil)

        let repositories = live.repositories
        line.onceRead {
            switch deed {
            case .post: _ = try? await repositories.messages.send(message("three"))
            case .delete: try? await repositories.messages.delete(second, in: id, as: ann)
            case .react:
                guard let emoji = Emoji("👍") else { return }
                _ = try? await repositories.reactions.add(emoji, to: second, in: id, as: ann)
            }
        }
        for _ in 0..<3 {
            let shown = try await repositories.messages.messages(in: id, as: ann, before: nil, limit: 50)
            #expect(try store.messages(in: id, as: ann, before: nil, limit: 50) == shown)
            clock.advance(by: .seconds(10))
        }
        try await eventually { live.isQuiet }
        let posted = post.collect(subscriber).filter {
            if case .feed(.posted) = $0.kind { true } else { false }
        }
        #expect(posted.count == (deed == .post ? 1 : 0))
    }

    @Test func `a message posted before the first read and gone with too many others leaves no gap`() {
        var room = Room()
        _ = room.post(by: Room.people[0], tick: 5)
        var feed = ConversationFeed()
        let start = feed.beginRead()
        let read = room.newest(50)
        for _ in 0...ConversationFeed.maximumMessages {
            _ = feed.post(room.post(by: Room.people[1], tick: 5))
        }
        #expect(feed.messages.count == ConversationFeed.maximumMessages)
        let last = room.messages.removeLast()
        _ = feed.delete(last.id)
        #expect(feed.take(read, limit: 50, start: start, isWidest: false) == .late)
        let next = feed.beginRead()
        _ = feed.take(room.newest(50), limit: 50, start: next, isWidest: false)
        #expect(feed.messages == Array(room.messages.suffix(50)))
    }

    /// The first message is answered late: the newest was read, and what lies between is not here.
    @Test(arguments: [true, false]) func `a late answer leaves no gap`(isLoaded: Bool) throws {
        var (room, feed) = (Room(), ConversationFeed())
        let sent = (0..<3).map { _ in room.post(by: Room.people[0], tick: 1_000) }
        if isLoaded {
            let start = feed.beginRead()
            #expect(feed.take(room.newest(1), limit: 1, start: start, isWidest: false) == .changes([]))
            #expect(feed.post(sent[0]) == [.posted(sent[0], previous: nil)])
        } else {
            let start = feed.beginRead()
            _ = feed.post(sent[0])
            #expect(feed.take(room.newest(1), limit: 1, start: start, isWidest: false) == .changes([]))
        }
        #expect(feed.messages == [sent[2]])
        let start = feed.beginRead()
        #expect(feed.take(room.newest(50), limit: 50, start: start, isWidest: false) == .changes([]))
        #expect(feed.messages == sent)
    }

    @Test func `what stands before a deleted message is the past, and no news`() {
        var (room, feed) = (Room(), ConversationFeed())
        let sent = (0..<3).map { _ in room.post(by: Room.people[0], tick: 1_000) }
        var start = feed.beginRead()
        _ = feed.take(room.newest(1), limit: 1, start: start, isWidest: false)
        #expect(feed.delete(sent[2].id) == [.deleted(sent[2].id)])
        room.messages.removeLast()
        start = feed.beginRead()
        #expect(feed.take(room.newest(1), limit: 1, start: start, isWidest: false) == .changes([]))
        #expect(feed.messages == [sent[1]])
    }
}
