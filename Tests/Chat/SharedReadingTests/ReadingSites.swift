import Chat
import ChatStore
import Eventually
import Live
import PostgreSQL
import PostgreSQLServer
import Synchronization
import Testing

@testable import Live
@testable import SharedReading

/// Several sites before one backend, each with connections of its own to a database that they share.
final class ReadingSites: Sendable {
    let place: TestDatabase
    let backend: CountedBackend
    let sites: [ReadingSite]
    let alice: User
    let bob: User
    let room: ConversationID

    /// - Parameters:
    ///   - polls: whether the sites poll by themselves.
    ///   - hears: whether they are told at once what the others know.
    init(
        _ count: Int, polls: Bool = false, hears: Bool = true, pace: PollingPace = PollingPace(),
        limits change: (inout LiveLimits) -> Void = { _ in }
    ) async throws {
        place = try await TestDatabase()
        try await PostgreSQLReads.migrate(place.database)
        backend = try CountedBackend()
        let store = backend.store
        alice = try await store.register(NewUser(alias: Alias("alice")!, name: DisplayName("A")!, avatarURL: nil))
        bob = try await store.register(NewUser(alias: Alias("bob")!, name: DisplayName("B")!, avatarURL: nil))
        room = try await store.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id, bob.id])!, as: alice.id
        ).id
        _ = try await store.send(NewMessage(conversation: room, sender: alice.id, text: try MessageText("first")))
        var limits = LiveLimits()
        if !polls { limits.tick = .seconds(3_600) }
        change(&limits)
        sites = (0..<count).map { [place, backend] _ in
            ReadingSite(place.another(), backend.repositories, pace, limits, hears: hears)
        }
        for site in sites where hears { try await eventually { site.isListening } }
    }

    deinit { for site in sites { site.stop() } }

    func send(_ text: String, at site: Int) async throws -> Message {
        try await sites[site].live.repositories.messages.send(
            NewMessage(conversation: room, sender: alice.id, text: try MessageText(text)))
    }

    /// Time passes until the lease of the room is over.
    func endLease() async throws {
        try await place.database.run(Query("UPDATE reads SET ends_at = 0, page_at = 0"))
    }
}

/// A site that serves streams before a backend.
final class ReadingSite: Publisher {
    let reads: PostgreSQLReads
    private let database: Database
    private let events = Mutex<[LiveEvent]>([])
    private let listening = Mutex(false)
    private let parts = Mutex<(live: Live, feed: ReadFeed, running: Task<Void, Never>?)?>(nil)

    init(
        _ database: Database, _ upstream: Repositories, _ pace: PollingPace, _ limits: LiveLimits, hears: Bool
    ) {
        self.database = database
        reads = PostgreSQLReads(database)
        let live = Live(upstream, policy: .askWhenOlder, pace: pace, limits: limits, publisher: self, sharing: reads)
        let feed = ReadFeed(reads, to: live) { report in
            if report == .listening { self.listening.withLock { $0 = true } }
        }
        parts.withLock { $0 = (live, feed, hears ? Task { await feed.run() } : nil) }
    }

    var live: Live { parts.withLock { $0!.live } }
    var feed: ReadFeed { parts.withLock { $0!.feed } }
    var isListening: Bool { listening.withLock { $0 } }
    /// What the streams got, in order.
    var heard: [LiveEvent] { events.withLock { $0 } }

    func stop() {
        parts.withLock { $0.take() }?.running?.cancel()
        database.close()
    }

    func publish(_ publication: Publication) { events.withLock { $0.append(publication.event) } }

    @discardableResult
    func open(_ user: UserID, session: String = "", watching conversation: ConversationID) async throws -> UInt64 {
        let subscriber = Subscriber(
            user: user, session: "\(user)\(session)", locale: DisplayLocale(language: "en", zone: "UTC"),
            write: { _ in }, end: {})
        return try await live.open(subscriber, watching: [conversation], after: nil)
    }

    /// The messages of a page.
    func page(_ conversation: ConversationID, as user: UserID) async throws -> [String?] {
        try await live.repositories.messages.messages(in: conversation, as: user, before: nil, limit: 50).map(\.text)
    }

    /// Polls once.
    func poll(_ conversation: ConversationID, as user: UserID) async {
        await live.poll(DuePoll(conversation: conversation, user: user, isWatched: true))
    }

    func heard(_ kind: (LiveEvent.Kind) -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await eventually(sourceLocation: sourceLocation) { heard.contains { kind($0.kind) } }
    }

    func hearsPosted(_ message: Message, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await heard(
            { if case .feed(.posted(let posted, _)) = $0 { posted.id == message.id } else { false } },
            sourceLocation: sourceLocation)
    }
}
