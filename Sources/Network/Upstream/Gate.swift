/// Lets so many requests through at once, in the order in which they came, and none while the backend fails.
///
/// The rules alone: no lock, no clock, and nobody waits in here. A place is free or has somebody on it: whoever leaves
/// hands theirs to the first of the queue, so that nobody overtakes.
struct Gate {
    /// Tells those who wait apart; who came later has the higher number.
    typealias Number = Int

    enum Arrival {
        case go(Breaker.Pass)
        case wait(Number)
        case refuse(UpstreamRefusal)
    }

    /// What becomes of one who waited.
    struct Release {
        let number: Number
        let result: Result<Breaker.Pass, UpstreamRefusal>
    }

    private struct Waiting {
        let number: Number
        let deadline: ContinuousClock.Instant
    }

    private let limits: UpstreamLimits
    private var queue: [Waiting] = []
    private var lastNumber: Number = 0
    private(set) var breaker: Breaker
    private(set) var inFlight = 0
    private var shortest = ShortestTime()

    init(_ limits: UpstreamLimits, at now: ContinuousClock.Instant) {
        self.limits = limits
        breaker = Breaker(limits.breaker, at: now)
    }

    var queued: Int { queue.count }
    /// When the first of the queue has waited too long; all wait equally long.
    var nextDeadline: ContinuousClock.Instant? { queue.first?.deadline }

    /// Whether what belongs together had better be asked side by side: it is far to the backend, and at least three
    /// quarters of the places are free. Where it is near there is no wait to share, and three questions at once cost more
    /// than one after the other; where places are rare, others would wait for those.
    var asksSideBySide: Bool {
        inFlight * 4 <= limits.inFlight && shortest.value.map { $0 >= limits.sideBySideFrom } ?? false
    }

    /// Whether one who came now would have to wait.
    private var isFull: Bool { inFlight >= limits.inFlight }

    mutating func arrive(at now: ContinuousClock.Instant) -> Arrival {
        guard isFull else {
            guard let pass = breaker.begin(at: now) else { return .refuse(.backendFailing) }
            inFlight += 1
            return .go(pass)
        }
        // Nobody waits to become the probe: that would hold up who comes later for no good reason.
        guard breaker.state == .closed else { return .refuse(.backendFailing) }
        guard queue.count < limits.queued else { return .refuse(.queueFull) }
        lastNumber += 1
        queue.append(Waiting(number: lastNumber, deadline: now + limits.wait))
        return .wait(lastNumber)
    }

    /// One that was let through has come to its end.
    ///
    /// - Parameter took: how long the answer took; `nil` where there was none.
    /// - Returns: who goes on: the next one, or all, refused, where this was the failure that opened the breaker.
    mutating func finish(
        _ pass: Breaker.Pass, _ outcome: Breaker.Outcome, took: Duration? = nil, at now: ContinuousClock.Instant
    ) -> [Release] {
        inFlight -= 1
        if let took { shortest.note(took) }
        breaker.end(pass, outcome, at: now)
        guard let next = queue.first else { return [] }
        guard breaker.state == .closed, let pass = breaker.begin(at: now) else { return refuseAll() }
        queue.removeFirst()
        inFlight += 1
        return [Release(number: next.number, result: .success(pass))]
    }

    /// One who waited does so no more. Does nothing where they have been released already.
    mutating func leave(_ number: Number) {
        queue.removeAll { $0.number == number }
    }

    /// Refuses whoever has waited too long.
    mutating func expire(at now: ContinuousClock.Instant) -> [Release] {
        let late = queue.prefix { $0.deadline <= now }
        queue.removeFirst(late.count)
        return late.map { Release(number: $0.number, result: .failure(.waitedTooLong)) }
    }

    private mutating func refuseAll() -> [Release] {
        defer { queue = [] }
        return queue.map { Release(number: $0.number, result: .failure(.backendFailing)) }
    }
}
