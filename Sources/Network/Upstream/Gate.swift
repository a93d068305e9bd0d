/// Lets so many requests through at once, in the order in which they came, and none while the backend fails.
///
/// A value without lock, clock and tasks. A request that ends hands its place to the first of the queue, so that none
/// overtakes another.
struct Gate {
    /// Identifies a request that waits; a later one has a higher number.
    typealias Number = Int

    enum Arrival {
        case go(Breaker.Pass)
        case wait(Number)
        case refuse(UpstreamRefusal)
    }

    /// The end of a request's wait.
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
    /// When the first of the queue has waited too long. All may wait equally long.
    var nextDeadline: ContinuousClock.Instant? { queue.first?.deadline }

    /// Whether the requests of one page should be sent concurrently: the backend's latency is high, and at least three
    /// quarters of the places are free. With a low latency, concurrent requests cost more than they save; with few free
    /// places, other pages would wait.
    var asksSideBySide: Bool {
        inFlight * 4 <= limits.inFlight && shortest.value.map { $0 >= limits.sideBySideFrom } ?? false
    }

    /// Whether a request that arrives now has to wait.
    private var isFull: Bool { inFlight >= limits.inFlight }

    mutating func arrive(at now: ContinuousClock.Instant) -> Arrival {
        guard isFull else {
            guard let pass = breaker.begin(at: now) else { return .refuse(.backendFailing) }
            inFlight += 1
            return .go(pass)
        }
        // No request waits to become the probe: it would delay the later ones for nothing.
        guard breaker.state == .closed else { return .refuse(.backendFailing) }
        guard queue.count < limits.queued else { return .refuse(.queueFull) }
        lastNumber += 1
        queue.append(Waiting(number: lastNumber, deadline: now + limits.wait))
        return .wait(lastNumber)
    }

    /// A request that was let through has ended.
    ///
    /// - Parameter took: how long the answer took; `nil` where there was none.
    /// - Returns: the next request of the queue, or all of them, refused, if this failure opened the breaker.
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

    /// Removes a request from the queue. Does nothing if it has been released already.
    mutating func leave(_ number: Number) {
        queue.removeAll { $0.number == number }
    }

    /// Refuses the requests that have waited too long.
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
