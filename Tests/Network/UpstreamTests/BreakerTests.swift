import Testing

@testable import Upstream

@Suite struct BreakerTests {
    private let clock = ManualClock()

    private func breaker(_ change: (inout BreakerLimits) -> Void = { _ in }) -> Breaker {
        var limits = BreakerLimits()
        change(&limits)
        return Breaker(limits, at: clock.now)
    }

    private func begin(_ breaker: inout Breaker, at moment: ContinuousClock.Instant) throws -> Breaker.Pass {
        guard let pass = breaker.begin(at: moment) else { throw Unexpected() }
        return pass
    }

    /// Sends one request through; `false` where it was refused.
    @discardableResult
    private func send(_ outcome: Breaker.Outcome, _ breaker: inout Breaker) -> Bool {
        guard let pass = breaker.begin(at: clock.now) else { return false }
        breaker.end(pass, outcome, at: clock.now)
        return true
    }

    private func refuses(_ breaker: inout Breaker) -> Bool { breaker.begin(at: clock.now) == nil }

    /// Fails so often that it opens.
    private func open(_ breaker: inout Breaker) {
        while breaker.state == .closed { send(.failure, &breaker) }
    }

    @Test func `failures in a row open it, and not one fewer`() {
        var breaker = breaker()
        for _ in 0..<4 { send(.failure, &breaker) }
        #expect(breaker.state == .closed)
        send(.failure, &breaker)
        #expect(breaker.state == .open(since: clock.now))
        #expect(breaker.openings == 1)
        #expect(!send(.success, &breaker))
    }

    @Test func `a success between them starts the row again, and what says nothing does not`() {
        var breaker = breaker()
        for _ in 0..<4 { send(.failure, &breaker) }
        send(.success, &breaker)
        for _ in 0..<4 { send(.failure, &breaker) }
        #expect(breaker.state == .closed)
        send(.unknown, &breaker)
        send(.failure, &breaker)
        #expect(breaker.state != .closed)
    }

    @Test func `half of the requests failing opens it, once there are enough of them`() {
        var breaker = breaker()
        for _ in 0..<9 {
            send(.success, &breaker)
            send(.failure, &breaker)
            clock.advance(by: .milliseconds(100))
        }
        #expect(breaker.state == .closed)
        send(.success, &breaker)
        send(.failure, &breaker)
        #expect(breaker.state == .open(since: clock.now))
    }

    @Test func `failures that are spread over a longer time than the window do not open it`() {
        var breaker = breaker()
        for _ in 0..<100 {
            send(.success, &breaker)
            send(.failure, &breaker)
            clock.advance(by: .seconds(2))
        }
        #expect(breaker.state == .closed)
    }

    @Test func `fewer than the share failing never open it`() {
        var breaker = breaker()
        for number in 0..<1_000 { send(number % 5 < 2 ? .failure : .success, &breaker) }
        #expect(breaker.state == .closed)
    }

    @Test func `after the delay one request goes through, and no other beside it`() {
        var breaker = breaker()
        open(&breaker)
        let since = clock.now
        clock.advance(by: .milliseconds(999))
        #expect(refuses(&breaker))
        clock.advance(by: .milliseconds(1))
        let probe = breaker.begin(at: clock.now)
        #expect(breaker.state == .halfOpen(since: since))
        for _ in 0..<10 {
            clock.advance(by: .seconds(100))
            #expect(refuses(&breaker))
        }
        if let probe { breaker.end(probe, .success, at: clock.now) }
        #expect(breaker.state == .closed)
        #expect(send(.success, &breaker))
    }

    @Test func `each probe that fails doubles the delay, up to the longest; a success starts anew`() {
        var breaker = breaker()
        open(&breaker)
        let since = clock.now
        for seconds in [1, 2, 4, 8, 16, 30, 30, 30] {
            clock.advance(by: .seconds(seconds) - .milliseconds(1))
            #expect(!send(.failure, &breaker))
            clock.advance(by: .milliseconds(1))
            #expect(send(.failure, &breaker))
            #expect(breaker.state == .open(since: since))
        }
        clock.advance(by: .seconds(30))
        send(.success, &breaker)
        #expect(breaker.openings == 1)
        open(&breaker)
        #expect(breaker.openings == 2)
        clock.advance(by: .seconds(1))
        #expect(send(.failure, &breaker))
    }

    @Test func `a probe that is cancelled leaves the way free for the next one at once`() {
        var breaker = breaker()
        open(&breaker)
        let since = clock.now
        clock.advance(by: .seconds(1))
        #expect(send(.unknown, &breaker))
        #expect(breaker.state == .open(since: since))
        #expect(send(.success, &breaker))
        #expect(breaker.state == .closed)
    }

    @Test func `what was sent before a change has no say after it`() throws {
        var breaker = breaker()
        let early = try (0..<10).map { _ in try begin(&breaker, at: clock.now) }
        open(&breaker)
        let opened = breaker.state
        breaker.end(early[0], .success, at: clock.now)
        #expect(breaker.state == opened)
        clock.advance(by: .seconds(1))
        let probe = try begin(&breaker, at: clock.now)
        breaker.end(early[1], .success, at: clock.now)
        breaker.end(early[2], .failure, at: clock.now)
        #expect(breaker.state != .closed)
        #expect(refuses(&breaker))
        breaker.end(probe, .success, at: clock.now)
        for pass in early[3...] { breaker.end(pass, .failure, at: clock.now) }
        #expect(breaker.state == .closed)
    }

    @Test func `a reading of the clock that comes late does no harm`() throws {
        let early = clock.now
        clock.advance(by: .seconds(60))
        var breaker = breaker()
        let pass = try begin(&breaker, at: early)
        breaker.end(pass, .failure, at: early)
        #expect(breaker.state == .closed)
    }

    @Test(arguments: 0..<200)
    func `whatever happens, there is one probe at most, and a server that is back is found`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var breaker = breaker()
        var passes: [(pass: Breaker.Pass, isProbe: Bool)] = []
        for _ in 0..<500 {
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0, 1:
                let before = breaker.state
                if let pass = breaker.begin(at: clock.now) { passes.append((pass, before != .closed)) }
            case 2 where !passes.isEmpty:
                let (pass, _) = passes.remove(at: Int.random(in: passes.indices, using: &numbers))
                let outcome: Breaker.Outcome = [.success, .failure, .failure, .unknown].randomElement(using: &numbers)!
                breaker.end(pass, outcome, at: clock.now)
            default: clock.advance(by: .milliseconds(Int.random(in: 0..<3_000, using: &numbers)))
            }
            #expect(passes.count { $0.isProbe } <= 1)
            if case .halfOpen = breaker.state { #expect(passes.contains { $0.isProbe }) }
        }
        for (pass, _) in passes { breaker.end(pass, .unknown, at: clock.now) }
        clock.advance(by: .seconds(30))
        #expect(send(.success, &breaker))
        #expect(breaker.state == .closed)
    }
}
