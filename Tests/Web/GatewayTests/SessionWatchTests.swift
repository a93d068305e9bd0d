import Accounts
import Chat
import ChatStore
import Cryptography
import Eventually
import Live
import Logging
import PostgreSQL
import PostgreSQLServer
import Synchronization
import Testing

@testable import Gateway

/// The streams of sessions that end at another process.
struct SessionWatchTests {
    private let place: TestDatabase
    private let vault = Vault(key: .random())
    private let live: Live
    private let user: User

    init() async throws {
        place = try await TestDatabase()
        try await AccountsDatabase.migrate(place.database)
        let store = try ChatStore(.memory, clock: .system)
        live = Live(store.repositories, policy: .authoritative, publisher: Nobody())
        user = try await store.register(NewUser(alias: Alias("ann")!, name: DisplayName("Ann")!, avatarURL: nil))
    }

    private func sessions(_ database: Database) -> Sessions { Sessions(AccountsDatabase(database), vault: vault) }

    /// Opens a stream of a session; returns whether it was ended.
    private func open(_ token: SessionToken) async throws -> @Sendable () -> Bool {
        let ended = Ended()
        let subscriber = Subscriber(
            user: user.id, session: token.sessionID, locale: DisplayLocale(language: "en", zone: "UTC"),
            write: { _ in }, end: { ended.note() })
        _ = try await live.open(subscriber, watching: [], after: nil)
        return { ended.isSo }
    }

    @Test func `one that ends while the endings are read ends the stream that it has opened meanwhile`() async throws {
        var limits = DatabaseLimits()
        limits.connections = 1
        let slow = place.another(limits)
        let (here, elsewhere) = (sessions(slow), sessions(place.another()))
        let (first, second) = (try await elsewhere.begin(for: user), try await elsewhere.begin(for: user))
        let isFirstEnded = try await open(first)
        let watch = SessionWatch(here, live, clock: .system, log: .silent)
        watch.start { _ in true }
        // It waits for the only connection, before a stream opens and when its session ends.
        async let sleeping = slow.run(Query("SELECT pg_sleep(2)"))
        try await eventually { slow.figures.waiting == 1 }
        let isSecondEnded = try await open(second)
        try await elsewhere.end(.token(second))
        _ = try await sleeping
        try await eventually { isSecondEnded() }
        #expect(!isFirstEnded())
        try await elsewhere.end(.token(first))
        try await eventually { isFirstEnded() }
    }
}

private final class Ended: Sendable {
    private let state = Mutex(false)
    var isSo: Bool { state.withLock { $0 } }
    func note() { state.withLock { $0 = true } }
}

private struct Nobody: Publisher {
    func publish(_ publication: Publication) {}
}
