import Chat
import Eventually
import Live
import PostgreSQL
import Synchronization
import Testing

@testable import PostgreSQLChat

/// A process that serves streams from a database that it shares with others.
final class SharedGateway: Publisher {
    let store: PostgreSQLChatStore
    private let events = Mutex<[LiveEvent]>([])
    private let told = Mutex<[UserID: (events: [LiveEvent], position: StreamPosition?)]>([:])
    private let listening = Mutex(false)
    var isListening: Bool { listening.withLock { $0 } }
    private let parts = Mutex<(live: Live, feed: ChangeFeed, task: Task<Void, Never>?)?>(nil)

    /// - Parameter listens: whether it hears of what others change from the beginning, or from `listen` on.
    init(_ database: Database, listens: Bool = true) {
        store = PostgreSQLChatStore(database)
        let live = Live(
            store.repositories, policy: .authoritative, publisher: self, history: PostgreSQLChangeHistory(store))
        let feed = ChangeFeed(store, to: live) { report in
            if report == .listening { self.listening.withLock { $0 = true } }
        }
        live.connect(catchingUp: feed.catchUp)
        parts.withLock { $0 = (live, feed, nil) }
        if listens { listen() }
    }

    func listen() { parts.withLock { parts in if let feed = parts?.feed { parts?.task = Task { await feed.run() } } } }
    func stop() { parts.withLock { $0.take()?.task?.cancel() } }

    var live: Live { parts.withLock { $0!.live } }
    /// What the streams got, in order.
    var heard: [LiveEvent] { events.withLock { $0 } }

    func publish(_ publication: Publication) {
        guard !publication.subscribers.isEmpty else { return }
        events.withLock { $0.append(publication.event) }
        told.withLock { told in
            for subscriber in publication.subscribers {
                told[subscriber.user, default: ([], nil)].events.append(publication.event)
                guard let text = publication.positionText(of: subscriber) else { continue }
                told[subscriber.user]?.position = StreamPosition(text: String(decoding: text, as: UTF8.self))
            }
        }
    }

    /// What the streams of one person got, in order.
    func heard(by user: UserID) -> [LiveEvent] { told.withLock { $0[user]?.events ?? [] } }
    /// Where a stream of that person goes on.
    func position(of user: UserID) -> StreamPosition? { told.withLock { $0[user]?.position } }

    /// Loads what a page of a person shows, and opens their stream.
    func open(_ user: UserID, watching conversation: ConversationID) async throws {
        _ = try await live.repositories.conversations.conversations(of: user)
        _ = try await live.repositories.messages.messages(in: conversation, as: user, before: nil, limit: 50)
        _ = try await live.repositories.readMarks.unreadCount(in: conversation, for: user)
        try await resume(user, watching: conversation, after: nil)
    }

    /// Opens a stream of a browser that has a page already.
    func resume(_ user: UserID, watching conversation: ConversationID, after last: StreamPosition?) async throws {
        let subscriber = Subscriber(
            user: user, session: "\(user)", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in }, end: {}
        )
        _ = try await live.open(subscriber, watching: [conversation], after: last)
    }

    func heard(_ kind: (LiveEvent.Kind) -> Bool) async throws {
        try await eventually { heard.contains { kind($0.kind) } }
    }
}
