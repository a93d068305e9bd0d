import Chat
import ChatStore
import Eventually
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Live

/// Hands over what it is told once the gate is open.
private final class SlowPost: Publisher {
    let gate = Gate()
    let post = Post()

    func publish(_ publication: Publication) async {
        await gate.wait()
        post.publish(publication)
    }
}

@Suite struct OverrunTests {
    @Test func `streams end where too many events wait, and who comes back gets all of them once and in order`()
        async throws
    {
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        var limits = LiveLimits()
        limits.tick = .seconds(3_600)
        limits.waitingEvents = 3
        let slow = SlowPost()
        let live = Live(
            store.repositories, policy: .authoritative, limits: limits, clock: clock.clock, publisher: slow)
        let (alias, name) = (try #require(Alias("ann")), try #require(DisplayName("Ann")))
        let user = try await store.register(NewUser(alias: alias, name: name, avatarURL: nil)).id
        let room = try await store.create(
            try #require(NewConversation(.group(name: name), participants: [user])), as: user
        ).id
        let closed = Atomic(0)
        func connect(after last: StreamPosition?) async throws -> Subscriber {
            let subscriber = Subscriber(
                user: user, session: "s", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in },
                end: { closed.add(1, ordering: .relaxed) })
            _ = try await live.open(subscriber, watching: [room], after: last)
            return subscriber
        }
        let first = try await connect(after: nil)
        // The greeting is being written, and waits at the gate.
        try await eventually { slow.gate.waiting == 1 }
        let last = live.position
        var sent: [MessageID] = []
        for number in 0..<6 {
            #expect(closed.load(ordering: .relaxed) == (number > 3 ? 1 : 0))
            clock.advance(by: .seconds(1))
            let text = try MessageText("\(number)")
            let message = NewMessage(conversation: room, sender: user, text: text)
            sent.append(try await live.repositories.messages.send(message).id)
        }
        #expect(live.figures.streams == 0)
        slow.gate.open()
        try await eventually { live.isQuiet }
        #expect(slow.post.collect(first).map(\.kind) == [.ready])

        let second = try await connect(after: last)
        try await eventually { live.isQuiet }
        let events = slow.post.collect(second)
        let posted = events.compactMap { event -> MessageID? in
            if case .feed(.posted(let message, _)) = event.kind { message.id } else { nil }
        }
        #expect(posted == sent)
        #expect(events.last?.kind == .ready)
    }
}
