import Chat
import ChatStore
import Eventually
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Live

@Suite struct FanOutTests {
    private struct Sink: Publisher {
        let post = Post()

        func publish(_ publication: Publication) async { post.publish(publication) }
    }

    @Test func `the time of publishing is observed once for each change that somebody watches`() async throws {
        let times = Mutex<[Duration]>([])
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        var limits = LiveLimits()
        limits.tick = .seconds(3_600)
        let live = Live(
            store.repositories, policy: .authoritative, limits: limits, clock: clock.clock, publisher: Sink(),
            observeFanOut: { time in times.withLock { $0.append(time) } })
        let (alias, name) = (try #require(Alias("ann")), try #require(DisplayName("Ann")))
        let user = try await store.register(NewUser(alias: alias, name: name, avatarURL: nil)).id
        let conversation = try await store.create(
            try #require(NewConversation(.group(name: name), participants: [user])), as: user
        ).id
        func send() async throws {
            clock.advance(by: .seconds(1))
            let message = NewMessage(conversation: conversation, sender: user, text: try MessageText("hello"))
            _ = try await live.repositories.messages.send(message)
            try await eventually { live.isQuiet }
        }
        try await send()
        #expect(times.withLock { $0.isEmpty })
        let subscriber = Subscriber(
            user: user, session: "s", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in }, end: {})
        _ = try await live.open(subscriber, watching: [conversation], after: nil)
        try await eventually { live.isQuiet }
        let before = times.withLock { $0.count }
        try await send()
        try await send()
        let observed = times.withLock { $0 }
        #expect(observed.count == before + 2)
        #expect(observed.allSatisfy { $0 >= .zero })
    }
}
