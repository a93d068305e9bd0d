import Concurrency
import Eventually
import PostgreSQLServer
import Synchronization
import Testing

@testable import PostgreSQL

@Suite("Notifications of PostgreSQL")
struct ListenerTests {
    private final class HeardNotifications: Sendable {
        private struct State {
            var payloads: [String] = []
            var beginnings = 0
            var losses = 0
        }
        private let state = Mutex(State())
        var payloads: [String] { state.withLock { $0.payloads } }
        var beginnings: Int { state.withLock { $0.beginnings } }
        var losses: Int { state.withLock { $0.losses } }

        func listen(to database: Database) -> Task<Void, Never> {
            Task {
                await Listener(database, channel: "news").run {
                    self.state.withLock { $0.beginnings += 1 }
                } heard: { notification in
                    self.state.withLock { $0.payloads.append(notification.payload) }
                } lost: { _ in
                    self.state.withLock { $0.losses += 1 }
                }
            }
        }
    }

    /// The other connections to the same database.
    private static let others = """
        FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        """

    private func tell(_ payloads: [String], in place: TestDatabase) async throws {
        _ = try await place.database.run(payloads.map { Query("SELECT pg_notify('news', $1)", $0) })
    }

    @Test("what is said is heard in its order, also after the connection was ended")
    func order() async throws {
        let (place, heard) = (try await TestDatabase(), HeardNotifications())
        let listening = heard.listen(to: place.another())
        defer { listening.cancel() }
        try await eventually { heard.beginnings == 1 }
        let numbers = (1...100).map(String.init)
        try await tell(numbers, in: place)
        try await eventually { heard.payloads == numbers }
        try await place.database.run(
            Query("SELECT pg_terminate_backend(pid) \(Self.others)"))
        try await eventually { heard.beginnings == 2 }
        #expect(heard.losses == 1)
        try await tell(["縁側"], in: place)
        try await eventually { heard.payloads.last == "縁側" }
    }

    @Test("a connection that has got the number of a lost one's socket goes on when that one is given up")
    func reusedSocket() async throws {
        let place = try await TestDatabase()
        let database = place.another()
        defer { database.close() }
        let lost = try await database.connectAlone { _ in }
        _ = try await database.send([Query("SELECT 1")], on: lost)
        try await place.database.run(Query("SELECT pg_terminate_backend(pid) \(Self.others)"))
        try await eventually { !lost.connection.isUsable }
        var others: [PooledConnection] = []
        while others.last?.connection.socket != lost.connection.socket {
            try #require(others.count < 32)
            others.append(try await database.connectAlone { _ in })
        }
        let heir = try #require(others.last)
        lost.loop.close(lost.connection)
        let rows = await within(.seconds(5)) { try? await database.send([Query("SELECT 7")], on: heir) }
        #expect(rows?.first?.first?.integer(0) == 7)
    }

    @Test("a listener that is cancelled closes its connection")
    func cancelled() async throws {
        let (place, heard) = (try await TestDatabase(), HeardNotifications())
        let listening = heard.listen(to: place.another())
        try await eventually { heard.beginnings == 1 }
        listening.cancel()
        await listening.value
        try await eventually {
            try await place.values("SELECT count(*) \(Self.others)") == ["0"]
        }
        #expect(heard.losses == 0)
    }
}
