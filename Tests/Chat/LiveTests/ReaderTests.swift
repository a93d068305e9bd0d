import Chat
import ChatStore
import RepositoryBehaviour
import Testing

@testable import Live

/// As whom a conversation is read, for all who look at it.
struct ReaderTests {
    @Test("where the backend knows the reader no more, the conversation is read as another of those who look at it")
    func anotherReader() async throws {
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        let (post, line) = (Post(), Outage())
        var limits = LiveLimits()
        limits.tick = .seconds(3_600)
        let live = Live(
            DistantStore(store: store, line: line).repositories, policy: .askWhenOlder, limits: limits,
            clock: clock.clock, publisher: post)
        var people: [UserID] = []
        for name in ["ann", "bob"] {
            let (alias, display) = (try #require(Alias(name)), try #require(DisplayName(name)))
            await people.append(try store.register(NewUser(alias: alias, name: display, avatarURL: nil)).id)
        }
        let room = try await store.create(try #require(NewConversation(.direct, participants: people)), as: people[0])
            .id
        var browsers = people.map { WatchingBrowser(user: $0, conversation: room) }
        for index in browsers.indices {
            try await browsers[index].load(live)
            try await browsers[index].connect(live)
        }
        line.forget(people[0])
        _ = try await store.send(
            NewMessage(conversation: room, sender: people[1], text: try MessageText("from elsewhere")))
        for _ in 0..<2 {
            clock.advance(by: .seconds(90))
            for due in live.tick() { await live.poll(due) }
        }
        while !live.isQuiet { await Task.yield() }
        try await browsers[1].read(live, post)
        #expect(browsers[1].screen?.messages.count == 1)
        #expect(live.takeUnconfirmedUsers(atMost: 9) == [people[0]])
    }
}
