import Chat
import ChatStore
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Live

/// Hands each subscriber what it is told, as it is.
final class Post: Publisher {
    private let letters = Mutex<[ObjectIdentifier: [LiveEvent]]>([:])

    func publish(_ publication: Publication) {
        letters.withLock { letters in
            for subscriber in publication.subscribers {
                letters[ObjectIdentifier(subscriber), default: []].append(publication.event)
            }
        }
    }

    func collect(_ subscriber: Subscriber) -> [LiveEvent] {
        letters.withLock { $0.removeValue(forKey: ObjectIdentifier(subscriber)) ?? [] }
    }
}

/// A browser with one conversation open: it shows a page, and changes it as it is told.
struct WatchingBrowser {
    let user: UserID
    let conversation: ConversationID
    var screen: Screen?
    var last: EventID?
    var subscriber: Subscriber?
    var stream: UInt64?
    /// Kept, so that none of them is taken for another.
    private var formerSubscribers: [Subscriber] = []
    var refreshes = 0
    var isGone = false

    init(user: UserID, conversation: ConversationID) {
        self.user = user
        self.conversation = conversation
    }

    /// Loads the page.
    mutating func load(_ live: Live) async throws {
        last = live.position.event
        let newest = try await live.repositories.messages.messages(
            in: conversation, as: user, before: nil, limit: 50)
        screen = Screen(newest.reversed())
    }

    mutating func connect(_ live: Live) async throws {
        let subscriber = Subscriber(
            user: user, session: "\(user)", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in }, end: {}
        )
        self.subscriber = subscriber
        stream = try await live.open(subscriber, watching: [conversation], after: last.map { StreamPosition($0) })
    }

    mutating func disconnect(_ live: Live, _ post: Post) {
        if let stream { live.close(stream) }
        // What was on its way when the wire was cut is never seen.
        if let subscriber {
            _ = post.collect(subscriber)
            formerSubscribers.append(subscriber)
        }
        subscriber = nil
        stream = nil
    }

    mutating func read(_ live: Live, _ post: Post) async throws {
        guard let subscriber else { return }
        for event in post.collect(subscriber) {
            if let id = event.id {
                if case .ready = event.kind {} else if let last { #expect(id > last, "an event came twice") }
                last = id
            }
            #expect(!isGone, "who is gone hears nothing")
            switch event.kind {
            case .feed(.replaced), .refresh:
                refreshes += 1
                try await load(live)
            case .feed(let change) where event.conversation == conversation: takeOnce(change)
            case .gone: isGone = true
            case .feed, .read, .joined, .typing, .present, .ready: break
            }
        }
    }

    /// A page may hold already what is told then, for it is made after the position that it names.
    private mutating func takeOnce(_ change: FeedChange) {
        if case .posted(let message, _) = change, screen?.loaded.contains(message.id) ?? false { return }
        if case .deleted(let id) = change, !(screen?.messages.contains { $0.id == id } ?? false) { return }
        if case .changed(let message, _) = change, !(screen?.messages.contains { $0.id == message.id } ?? false) {
            return
        }
        screen?.take(change)
    }
}

struct InterleavingTests {
    /// Posts here and elsewhere, reactions, deletions, reads, outages, broken wires and resumptions in any order: in the end
    /// everyone has seen each message once, and shows what the backend has.
    @Test("whatever happens in whatever order, each watcher sees each message once and in order", arguments: 0..<500)
    func interleaved(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed) &+ 7_000)
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        let post = Post()
        var limits = LiveLimits()
        limits.tick = .seconds(3_600)
        let line = Outage()
        let live = Live(
            DistantStore(store: store, line: line).repositories, policy: .askWhenOlder, limits: limits,
            clock: clock.clock, publisher: post)
        var people: [UserID] = []
        for name in ["ann", "bob", "cat"] {
            let (alias, display) = (try #require(Alias(name)), try #require(DisplayName(name)))
            await people.append(try store.register(NewUser(alias: alias, name: display, avatarURL: nil)).id)
        }
        let name = try #require(DisplayName("room"))
        let room = try await store.create(
            try #require(NewConversation(.group(name: name), participants: people)), as: people[0]
        ).id
        func say(_ text: String, as user: UserID, _ messages: any MessageRepository) async throws {
            _ = try await messages.send(NewMessage(conversation: room, sender: user, text: try MessageText(text)))
        }
        var browsers = people.map { WatchingBrowser(user: $0, conversation: room) }
        for index in browsers.indices {
            try await browsers[index].load(live)
            try await browsers[index].connect(live)
        }
        func poll() async throws {
            for due in live.tick() { await live.poll(due) }
            while !live.isQuiet { await Task.yield() }
        }
        for number in 0..<60 {
            clock.advance(by: .milliseconds([0, 1, 400, 1_200, 6_000].randomElement(using: &random)!))
            let user = people.randomElement(using: &random)!
            let index = browsers.indices.randomElement(using: &random)!
            let newest = try store.messages(in: room, as: user, before: nil, limit: 20)
            switch Int.random(in: 0..<12, using: &random) {
            case 0, 1, 2: try? await say("here \(number)", as: user, live.repositories.messages)
            case 3, 4: try await say("elsewhere \(number)", as: user, store)
            case 5:
                guard let message = newest.randomElement(using: &random), message.sender != nil else { continue }
                let reactions: any ReactionRepository =
                    Bool.random(using: &random) ? live.repositories.reactions : store
                _ = try await reactions.add(try #require(Emoji("👍")), to: message.id, in: room, as: user)
            case 6:
                guard let message = newest.first(where: { $0.sender == user }) else { continue }
                let messages: any MessageRepository = Bool.random(using: &random) ? live.repositories.messages : store
                try? await messages.delete(message.id, in: message.conversation, as: user)
            case 7: try await poll()
            case 8:
                if browsers[index].subscriber == nil {
                    try? await browsers[index].connect(live)
                } else {
                    browsers[index].disconnect(live, post)
                }
            case 9, 10: try await browsers[index].read(live, post)
            // The backend goes, or an answer is lost, and some time later all is well again.
            default: line.set([.none, .before, .after].randomElement(using: &random)!)
            }
        }
        line.set(.none)
        for index in browsers.indices where browsers[index].subscriber == nil {
            try await browsers[index].connect(live)
        }
        for _ in 0..<2 {
            // Longer than after any number of reads that failed.
            clock.advance(by: .seconds(90))
            try await poll()
        }
        let truth = try store.messages(in: room, as: people[0], before: nil, limit: 30).reversed()
        for index in browsers.indices {
            try await browsers[index].read(live, post)
            #expect(browsers[index].refreshes == 0)
            let shown = browsers[index].screen?.messages.suffix(truth.count) ?? []
            #expect(shown.map(\.id) == truth.map(\.id))
            #expect(shown.map(\.reactions.count) == truth.map(\.reactions.count))
        }
    }
}
