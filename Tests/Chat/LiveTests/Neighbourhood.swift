import Chat
import ChatStore
import RepositoryBehaviour
import Testing

@testable import Live

/// A site's live part before a backend to which others write too, with people who have nothing but a stream.
struct Neighbourhood {
    let clock = ManualClock()
    let store: ChatStore
    let line = Outage()
    let post = Post()
    let live: Live
    let people: [UserID]
    let room: ConversationID

    init(_ names: [String] = ["ann", "bob", "cat"], limits change: (inout LiveLimits) -> Void = { _ in }) async throws {
        store = try ChatStore(.memory, clock: clock.clock)
        var limits = LiveLimits()
        limits.tick = .seconds(3_600)
        change(&limits)
        live = Live(
            DistantStore(store: store, line: line).repositories, policy: .askWhenOlder, limits: limits,
            clock: clock.clock, publisher: post)
        var people: [UserID] = []
        for name in names {
            let (alias, display) = (try #require(Alias(name)), try #require(DisplayName(name)))
            await people.append(try store.register(NewUser(alias: alias, name: display, avatarURL: nil)).id)
        }
        self.people = people
        let name = try #require(DisplayName("room"))
        room = try await store.create(
            try #require(NewConversation(.group(name: name), participants: people)), as: people[0]
        ).id
    }

    func listen(_ user: UserID) async throws -> Subscriber {
        let subscriber = Subscriber(
            user: user, session: "\(user)", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in }, end: {}
        )
        _ = try await live.open(subscriber, watching: [], after: nil)
        return subscriber
    }

    /// Everybody's list is read once, and what is due of the conversations.
    func goRound() async {
        for _ in 0..<(people.count * 2) {
            clock.advance(by: PollingPace().person / people.count)
            for user in live.dueListPolls() { await live.pollList(of: user) }
        }
        for poll in live.tick() { await live.poll(poll) }
        while !live.isQuiet { await Task.yield() }
    }

    func changes(_ subscriber: Subscriber) -> [LiveEvent] {
        post.collect(subscriber).filter { if case .joined = $0.kind { true } else { $0.kind == .gone || $0.isRead } }
    }

    func direct(_ first: Int, _ second: Int, _ conversations: any ConversationRepository) async throws
        -> ConversationID
    {
        let new = try #require(NewConversation(.direct, participants: [people[first], people[second]]))
        return try await conversations.create(new, as: people[first]).id
    }
}

extension LiveEvent {
    var isRead: Bool { if case .read = kind { true } else { false } }
}
