import Testing

@testable import Upstream

@Suite struct GateTests {
    private let clock = ManualClock()

    @Test(arguments: 0..<2_000)
    func `whatever happens, the limit holds, the order holds, and no place is lost`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var limits = UpstreamLimits()
        limits.inFlight = Int.random(in: 1...4, using: &numbers)
        limits.queued = Int.random(in: 0...6, using: &numbers)
        limits.breaker.firstDelay = .seconds(2)
        var gate = Gate(limits, at: clock.now)
        var model = Model(limits)
        let failsOften = Bool.random(using: &numbers)
        for _ in 0..<150 {
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0, 1, 2: model.arrived(gate.arrive(at: clock.now), at: clock.now)
            case 3, 4:
                guard let pass = model.takePass(using: &numbers) else { break }
                let outcome: Breaker.Outcome =
                    failsOften || Int.random(in: 0..<9, using: &numbers) == 0
                    ? [.failure, .failure, .unknown].randomElement(using: &numbers)! : .success
                model.released(gate.finish(pass, outcome, at: clock.now))
            case 5:
                // One that waits, one that waited once, or one that never did.
                let number = model.numberSeen(using: &numbers)
                gate.leave(number)
                model.left(number)
            case 6: clock.advance(by: .milliseconds(Int.random(in: 0..<2_000, using: &numbers)))
            default:
                let released = gate.expire(at: clock.now)
                model.released(released)
                model.hasNoLate(at: clock.now)
            }
            model.agrees(with: gate)
        }
        while let pass = model.takePass(using: &numbers) {
            model.released(gate.finish(pass, .success, at: clock.now))
            model.agrees(with: gate)
        }
        #expect(gate.inFlight == 0)
        #expect(gate.queued == 0)
    }

    @Test func `the failure that opens the breaker refuses whoever waits`() throws {
        var limits = UpstreamLimits()
        limits.inFlight = 1
        limits.breaker.failuresInARow = 1
        var gate = Gate(limits, at: clock.now)
        guard case .go(let pass) = gate.arrive(at: clock.now) else { throw Unexpected() }
        for _ in 0..<3 { guard case .wait = gate.arrive(at: clock.now) else { throw Unexpected() } }
        let released = gate.finish(pass, .failure, at: clock.now)
        #expect(released.map(\.number) == [1, 2, 3])
        #expect(released.allSatisfy { $0.refusal == .backendFailing })
        #expect(gate.queued == 0)
        #expect(gate.inFlight == 0)
    }

    @Test func `questions are asked side by side while three quarters of the places are free`() throws {
        var limits = UpstreamLimits()
        limits.inFlight = 12
        var gate = Gate(limits, at: clock.now)
        guard case .go(let pass) = gate.arrive(at: clock.now) else { throw Unexpected() }
        _ = gate.finish(pass, .success, took: .milliseconds(1), at: clock.now)
        let sideBySide = (0..<5).map { _ in
            let asksSideBySide = gate.asksSideBySide
            _ = gate.arrive(at: clock.now)
            return asksSideBySide
        }
        #expect(sideBySide == [true, true, true, true, false])
    }

    @Test func `a backend whose quickest answers take less than a millisecond is asked in turn`() throws {
        var gate = Gate(UpstreamLimits(), at: clock.now)
        /// Whether the next are asked side by side, after an answer that took so long.
        func isAskedSideBySide(after time: Duration?) throws -> Bool {
            guard case .go(let pass) = gate.arrive(at: clock.now) else { throw Unexpected() }
            _ = gate.finish(pass, time == nil ? .failure : .success, took: time, at: clock.now)
            return gate.asksSideBySide
        }
        #expect(!gate.asksSideBySide, "nothing is known of it")
        #expect(try !isAskedSideBySide(after: nil))
        #expect(try isAskedSideBySide(after: .milliseconds(30)))
        #expect(try isAskedSideBySide(after: .milliseconds(1)))
        #expect(try !isAskedSideBySide(after: .microseconds(999)))
        // It counts until 64 to 128 others have come.
        let later = try (0..<200).map { _ in try isAskedSideBySide(after: .milliseconds(30)) }
        let turn = try #require(later.firstIndex(of: true))
        #expect((64..<128).contains(turn))
        #expect(later[turn...].allSatisfy { $0 })
    }

    @Test func `while the breaker is open nobody waits for a place, not even for the probe's`() throws {
        var limits = UpstreamLimits()
        limits.inFlight = 2
        limits.breaker.failuresInARow = 1
        var gate = Gate(limits, at: clock.now)
        guard case .go(let hanging) = gate.arrive(at: clock.now), case .go(let failing) = gate.arrive(at: clock.now)
        else { throw Unexpected() }
        _ = gate.finish(failing, .failure, at: clock.now)
        clock.advance(by: .seconds(1))
        guard case .go(let probe) = gate.arrive(at: clock.now),
            case .refuse(.backendFailing) = gate.arrive(at: clock.now)
        else { throw Unexpected() }
        _ = gate.finish(probe, .failure, at: clock.now)
        #expect(gate.inFlight == 1)
        _ = gate.finish(hanging, .success, at: clock.now)
        #expect(gate.inFlight == 0)
        #expect(gate.breaker.state != .closed)
    }
}

struct Unexpected: Error {}

extension Gate.Release {
    var refusal: UpstreamRefusal? {
        if case .failure(let refusal) = result { refusal } else { nil }
    }
}

/// What the gate should be like, in the plainest words.
private struct Model {
    private let limits: UpstreamLimits
    private var passes: [Breaker.Pass] = []
    private var queue: [(number: Gate.Number, deadline: ContinuousClock.Instant)] = []
    private var lastNumber: Gate.Number = 0

    init(_ limits: UpstreamLimits) { self.limits = limits }

    mutating func arrived(_ arrival: Gate.Arrival, at now: ContinuousClock.Instant) {
        switch arrival {
        case .go(let pass):
            #expect(queue.isEmpty, "somebody was overtaken")
            passes.append(pass)
        case .wait(let number):
            #expect(passes.count == limits.inFlight, "waits though there is a place")
            #expect(number > lastNumber)
            lastNumber = number
            queue.append((number, now + limits.wait))
        case .refuse(.queueFull): #expect(queue.count == limits.queued)
        case .refuse(let refusal): #expect(refusal == .backendFailing)
        }
    }

    mutating func released(_ released: [Gate.Release]) {
        for release in released {
            #expect(release.number == queue.first?.number, "not the first of the queue")
            if !queue.isEmpty { queue.removeFirst() }
            if case .success(let pass) = release.result { passes.append(pass) }
        }
    }

    mutating func left(_ number: Gate.Number) { queue.removeAll { $0.number == number } }

    func hasNoLate(at now: ContinuousClock.Instant) { #expect(queue.allSatisfy { $0.deadline > now }) }

    func agrees(with gate: Gate) {
        #expect(gate.inFlight == passes.count)
        #expect(gate.inFlight <= limits.inFlight)
        #expect(gate.queued == queue.count)
        #expect(gate.queued <= limits.queued)
        #expect(gate.nextDeadline == queue.first?.deadline)
        if !queue.isEmpty {
            #expect(passes.count == limits.inFlight, "somebody waits though there is a place")
            #expect(gate.breaker.state == .closed)
        }
    }

    mutating func takePass(using numbers: inout SeededNumbers) -> Breaker.Pass? {
        passes.isEmpty ? nil : passes.remove(at: Int.random(in: passes.indices, using: &numbers))
    }

    func numberSeen(using numbers: inout SeededNumbers) -> Gate.Number {
        Int.random(in: 0...(lastNumber + 1), using: &numbers)
    }
}
