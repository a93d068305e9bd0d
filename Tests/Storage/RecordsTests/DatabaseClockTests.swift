import Chat
import Foundation
import PostgreSQLServer
import Synchronization
import Testing

@testable import Records

/// A server's clock, and a monotonic one of this machine, which has nothing to do with any wall clock.
private final class Clocks: Sendable {
    let server = Mutex(Timestamp(milliseconds: 1_800_000_000_000))
    let elapsed = Mutex(Duration.seconds(12_345))
    /// How long the server's answer takes, half of it on its way back.
    let delay = Mutex(Duration.zero)

    func pass(_ duration: Duration) {
        server.withLock { $0 = $0.adding(duration) }
        elapsed.withLock { $0 += duration }
    }

    func read() -> Timestamp {
        let half = delay.withLock { $0 } / 2
        pass(half)
        let time = server.withLock { $0 }
        pass(half)
        return time
    }

    func start() async throws -> DatabaseClock {
        try await DatabaseClock(elapsed: { self.elapsed.withLock { $0 } }, read: { self.read() })
    }

    var now: Timestamp { server.withLock { $0 } }
}

@Suite("The clock of a database")
struct DatabaseClockTests {
    private let clocks = Clocks()

    @Test("it shows the server's time, and goes on without it")
    func time() async throws {
        clocks.delay.withLock { $0 = .milliseconds(400) }
        let clock = try await clocks.start()
        #expect(clock.clock.now() == clocks.now)
        clocks.pass(.seconds(50))
        #expect(clock.clock.now() == clocks.now)
    }

    @Test("it follows a server whose time was set, and a local clock that goes wrong")
    func drift() async throws {
        let clock = try await clocks.start()
        clocks.server.withLock { $0 = $0.adding(.seconds(-7)) }
        try await clock.update()
        #expect(clock.clock.now() == clocks.now)
        clocks.elapsed.withLock { $0 += .milliseconds(300) }
        #expect(clock.clock.now() == clocks.now.adding(.milliseconds(300)))
        try await clock.update()
        #expect(clock.clock.now() == clocks.now)
    }

    @Test("a reading that took long, or failed, changes nothing")
    func slow() async throws {
        let clock = try await clocks.start()
        clocks.server.withLock { $0 = $0.adding(.seconds(5)) }
        clocks.delay.withLock { $0 = .seconds(3) }
        try await clock.update()
        #expect(clock.clock.now() == clocks.now.adding(.seconds(-5)))
    }

    @Test("it agrees with a real server")
    func server() async throws {
        let place = try await TestDatabase()
        let clock = try await DatabaseClock(place.database)
        let values = try await place.values("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        let difference = clock.clock.now().milliseconds - (Int64(values[0]) ?? 0)
        #expect(abs(difference) < 1_000)
    }
}
