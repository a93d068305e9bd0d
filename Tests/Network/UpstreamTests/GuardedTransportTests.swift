import Eventually
import HTTP
import Synchronization
import Testing

@testable import Upstream

@Suite struct GuardedTransportTests {
    private let held = HeldTransport()
    private let notes = Notes()
    private let clock = ManualClock()

    private func guarded(_ change: (inout UpstreamLimits) -> Void = { _ in }) -> GuardedTransport {
        var limits = UpstreamLimits()
        limits.inFlight = 1
        change(&limits)
        return GuardedTransport(held, limits: limits, observer: notes.observer, now: { [clock] in clock.now })
    }

    @Test func `who waits is served in the order of coming`() async throws {
        let transport = guarded { $0.wait = .seconds(600) }
        let names = (0..<100).map { "http://a/\($0)" }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, name) in names.enumerated() {
                group.addTask { #expect(await transport.failure(name) == nil) }
                try await eventually { held.held == 1 && transport.snapshot.queued == number }
            }
            for (number, name) in names.enumerated() {
                try await eventually { held.sent.count == number + 1 && held.held == 1 }
                held.answer(name, .ok)
            }
        }
        #expect(held.sent == names)
        #expect(transport.snapshot.isIdle)
    }

    @Test func `one too many fails at once, and says why`() async throws {
        let transport = guarded { $0.queued = 1 }
        let first = Task { await transport.failure("http://a/1") }
        try await eventually { held.held == 1 }
        let second = Task { await transport.failure("http://a/2") }
        try await eventually { transport.snapshot.queued == 1 }
        let error = try #require(await transport.failure("http://a/3?secret"))
        #expect(error.description == "GET http://a/3: heldBack (queue full)")
        held.answer("http://a/1", .ok)
        try await eventually { held.held == 1 && held.sent.count == 2 }
        held.answer("http://a/2", .ok)
        #expect(await first.value == nil)
        #expect(await second.value == nil)
        #expect(held.sent == ["http://a/1", "http://a/2"])
    }

    @Test func `who has waited too long is refused, one after the other, and the rest goes on`() async throws {
        let transport = GuardedTransport(held, limits: .brief, observer: notes.observer)
        let first = Task { await transport.failure("http://a/1") }
        try await eventually { held.held == 1 }
        for number in 2...4 {
            #expect(await transport.failure("http://a/\(number)")?.detail == "waited too long")
        }
        held.answer("http://a/1", .ok)
        #expect(await first.value == nil)
        #expect(held.sent == ["http://a/1"])
        #expect(transport.snapshot.isIdle)
        #expect(notes.reports.filter { $0.took == nil }.allSatisfy { $0.waited >= .milliseconds(30) })
    }

    @Test func `who is cancelled in the queue leaves at once, and takes no place along`() async throws {
        let transport = guarded { $0.wait = .seconds(600) }
        let first = Task { await transport.failure("http://a/1") }
        try await eventually { held.held == 1 }
        let waiting = (2...20).map { number in Task { await transport.failure("http://a/\(number)") } }
        try await eventually { transport.snapshot.queued == 19 }
        for task in waiting { task.cancel() }
        for task in waiting { #expect(await task.value?.reason == .cancelled) }
        #expect(transport.snapshot.queued == 0)
        held.answer("http://a/1", .ok)
        #expect(await first.value == nil)
        #expect(held.sent == ["http://a/1"])
        #expect(transport.snapshot.isIdle)
    }

    @Test func `who is cancelled under way gives the place to the next`() async throws {
        let transport = guarded()
        let first = Task { await transport.failure("http://a/1") }
        try await eventually { held.held == 1 }
        let second = Task { await transport.failure("http://a/2") }
        try await eventually { transport.snapshot.queued == 1 }
        first.cancel()
        #expect(await first.value?.reason == .cancelled)
        try await eventually { held.sent.count == 2 }
        held.answer("http://a/2", .ok)
        #expect(await second.value == nil)
        #expect(transport.snapshot.isIdle)
    }

    @Test(
        arguments: [
            (.failed(.cannotConnect), true), (.failed(.timedOut), true), (.failed(.connectionLost), true),
            (.answered(.badGateway), true), (.answered(.serviceUnavailable), true), (.answered(.gatewayTimeout), true),
            (.answered(.internalServerError), false), (.answered(.notFound), false),
            (.answered(.tooManyRequests), false),
            (.failed(.bodyTooLarge), false), (.failed(.badURL), false),
        ] as [(UpstreamReport.Outcome, Bool)])
    func `what opens the breaker is an outage, not a refusal or one route's trouble`(
        outcome: UpstreamReport.Outcome, opens: Bool
    ) async throws {
        let transport = guarded()
        for number in 0..<50 where transport.snapshot.breaker == .closed {
            let url = "http://a/\(number)"
            async let sent = transport.failure(url)
            try await eventually { held.held == 1 }
            switch outcome {
            case .answered(let status): held.answer(url, status)
            case .failed(let reason): held.fail(url, reason)
            case .refused: break
            }
            _ = await sent
        }
        #expect((transport.snapshot.breaker != .closed) == opens)
        #expect(notes.changes.count == (opens ? 1 : 0))
    }

    @Test func `an open breaker refuses without asking, lets one probe through, and says each change`() async throws {
        let transport = guarded { $0.inFlight = 4 }
        for number in 0..<5 {
            async let sent = transport.failure("http://a/\(number)")
            try await eventually { held.held == 1 }
            held.fail("http://a/\(number)", .cannotConnect)
            #expect(await sent?.reason == .cannotConnect)
        }
        let since = clock.now
        #expect(transport.snapshot.breaker == .open(since: since))
        #expect(await transport.failure("http://a/refused")?.detail == "backend failing")
        clock.advance(by: .seconds(1))

        let cancelled = Task { await transport.failure("http://a/probe") }
        try await eventually { held.held == 1 }
        #expect(await transport.failure("http://a/beside")?.reason == .heldBack)
        cancelled.cancel()
        #expect(await cancelled.value?.reason == .cancelled)

        async let probe = transport.failure("http://a/probe-2")
        try await eventually { held.held == 1 }
        #expect(transport.snapshot.breaker == .halfOpen(since: since))
        held.answer("http://a/probe-2", .ok)
        #expect(await probe == nil)
        #expect(transport.snapshot == UpstreamSnapshot(inFlight: 0, queued: 0, breaker: .closed, openings: 1))
        let open = Breaker.State.open(since: since)
        let halfOpen = Breaker.State.halfOpen(since: since)
        #expect(notes.changes.map(\.new) == [open, halfOpen, open, halfOpen, .closed])
        #expect(notes.changes.map(\.old) == [.closed, open, halfOpen, open, halfOpen])
        #expect(!held.sent.contains("http://a/refused"))
        #expect(!held.sent.contains("http://a/beside"))
    }

    @Test func `a report names the pattern of the path, the end, and the times`() async throws {
        let transport = guarded()
        var request = ClientRequest(.post, "http://a/users/7")
        request.route = "/users/:id"
        let sending = request
        async let sent = transport.send(sending)
        try await eventually { held.held == 1 }
        clock.advance(by: .milliseconds(7))
        held.answer("http://a/users/7", .created)
        _ = try await sent
        let report = try #require(notes.reports.first)
        #expect(report.method == .post)
        #expect(report.route == "/users/:id")
        #expect(report.outcome == .answered(.created))
        #expect(report.waited == .zero)
        #expect(report.took == .milliseconds(7))
    }
}

extension UpstreamSnapshot {
    var isIdle: Bool { inFlight == 0 && queued == 0 }
}

extension UpstreamLimits {
    /// One place, and little patience.
    fileprivate static var brief: Self {
        var limits = Self()
        limits.inFlight = 1
        limits.wait = .milliseconds(30)
        return limits
    }
}
