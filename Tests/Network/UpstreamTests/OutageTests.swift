import Eventually
import HTTP
import HTTPClient
import Testing

@testable import Upstream

/// Real sockets and libcurl, with a backend that dies.
@Suite struct OutageTests {
    private let notes = Notes()

    private func guarded(timeout: Duration = .seconds(10), delay: Duration = .seconds(60)) -> GuardedTransport {
        var configuration = CurlClient.Configuration()
        configuration.timeout = timeout
        var limits = UpstreamLimits()
        limits.inFlight = 4
        limits.breaker.firstDelay = delay
        limits.breaker.longestDelay = delay * 4
        return GuardedTransport(CurlClient(configuration), limits: limits, observer: notes.observer)
    }

    @Test func `a port where nobody listens is left alone after five attempts`() async {
        let server = MortalServer()
        let transport = guarded()
        #expect(await transport.failure(server.url) == nil)
        server.kill()
        // The kept connection, or a new one: either way there is nobody.
        var reasons: [TransportError.Reason?] = []
        for _ in 0..<20 { reasons.append(await transport.failure(server.url)?.reason) }
        #expect(reasons[5...].allSatisfy { $0 == .heldBack })
        #expect(reasons[..<5].allSatisfy { $0 == .cannotConnect || $0 == .connectionLost })
        #expect(transport.snapshot.openings == 1)
        #expect(transport.snapshot.isIdle)
    }

    @Test func `a backend killed in the middle of requests and started again: all end, and it is found again`()
        async throws
    {
        let first = MortalServer()
        let transport = guarded(delay: .milliseconds(50))
        let url = first.url
        // Four are under way and never answered, and twenty more wait for their turn.
        let tasks = (0..<24).map { _ in Task { await transport.failure("\(url)/held")?.reason } }
        try await eventually { first.requests == 4 && transport.snapshot.queued == 20 }
        first.kill()
        var reasons: [TransportError.Reason?: Int] = [:]
        for task in tasks { reasons[await task.value, default: 0] += 1 }
        #expect(reasons[nil] == nil)
        #expect(reasons[.heldBack, default: 0] >= 14, "\(reasons)")
        #expect(transport.snapshot.isIdle)
        #expect(transport.snapshot.breaker != .closed)
        // It stays away for several probes.
        try await eventually {
            _ = await transport.failure(url)
            return notes.changes.count { if case .halfOpen = $0.new { true } else { false } } >= 3
        }
        #expect(await transport.failure(url) != nil)
        #expect(transport.snapshot.breaker != .closed)

        let second = MortalServer(port: first.port)
        defer { second.kill() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { try await eventually { await transport.failure(url) == nil } }
            }
            try await group.waitForAll()
        }
        #expect(transport.snapshot.breaker == .closed)
        #expect(transport.snapshot.openings == 1)
        #expect(transport.snapshot.isIdle)
        for _ in 0..<100 { #expect(await transport.failure(url) == nil) }
        #expect(notes.changes.last?.new == .closed)
    }

    @Test func `a backend that accepts and says nothing is left alone after its time is over`() async {
        let server = MortalServer()
        defer { server.kill() }
        let transport = guarded(timeout: .milliseconds(100))
        let url = server.url
        let tasks = (0..<12).map { _ in Task { await transport.failure("\(url)/held")?.reason } }
        var reasons: [TransportError.Reason?: Int] = [:]
        for task in tasks { reasons[await task.value, default: 0] += 1 }
        #expect(reasons[.timedOut, default: 0] >= 5)
        #expect(reasons[.timedOut, default: 0] + reasons[.heldBack, default: 0] == 12, "\(reasons)")
        #expect(transport.snapshot.breaker != .closed)
        #expect(await transport.failure(url)?.reason == .heldBack)
    }
}
