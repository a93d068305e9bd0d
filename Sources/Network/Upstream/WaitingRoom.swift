/// The gate, and whoever waits at it. Guarded by its owner's lock.
///
/// Nobody is woken in here: what is returned is to be resumed when the lock has been let go.
struct WaitingRoom {
    typealias Continuation = CheckedContinuation<Turn, Never>

    /// What one who waited is told.
    enum Turn {
        case come(Breaker.Pass)
        case refused(UpstreamRefusal)
        case cancelled
    }

    struct Wake {
        let continuation: Continuation
        let turn: Turn
    }

    private enum Waiter {
        /// In the queue, about to be suspended.
        case coming
        case suspended(Continuation)
        /// It was over before they were suspended.
        case over(Turn)
    }

    private(set) var gate: Gate
    private var waiters: [Gate.Number: Waiter] = [:]
    /// Whether somebody looks after the queue's deadlines.
    private var isTimed = false

    init(_ gate: Gate) { self.gate = gate }

    mutating func arrive(at now: ContinuousClock.Instant) -> Gate.Arrival {
        let arrival = gate.arrive(at: now)
        if case .wait(let number) = arrival { waiters[number] = .coming }
        return arrival
    }

    /// Takes in the continuation of one who was told to wait; it is given back where that is over already.
    mutating func suspend(_ number: Gate.Number, _ continuation: Continuation) -> Wake? {
        if case .over(let turn) = waiters[number] {
            waiters[number] = nil
            return Wake(continuation: continuation, turn: turn)
        }
        waiters[number] = .suspended(continuation)
        return nil
    }

    /// One who was told to wait is cancelled. Does nothing where they have been told already.
    mutating func cancel(_ number: Gate.Number) -> Wake? {
        gate.leave(number)
        return tell(number, .cancelled)
    }

    mutating func finish(
        _ pass: Breaker.Pass, _ outcome: Breaker.Outcome, took: Duration?, at now: ContinuousClock.Instant
    ) -> [Wake] {
        tell(gate.finish(pass, outcome, took: took, at: now))
    }

    /// Refuses whoever has waited too long.
    ///
    /// - Returns: when to look again; `nil` where nobody waits.
    mutating func expire(at now: ContinuousClock.Instant) -> ([Wake], next: ContinuousClock.Instant?) {
        let wakes = tell(gate.expire(at: now))
        isTimed = gate.nextDeadline != nil
        return (wakes, gate.nextDeadline)
    }

    /// The first deadline, for one who is to look after them all; `nil` where somebody does, or none is to be kept.
    mutating func deadlineToKeep() -> ContinuousClock.Instant? {
        guard !isTimed, let deadline = gate.nextDeadline else { return nil }
        isTimed = true
        return deadline
    }

    private mutating func tell(_ releases: [Gate.Release]) -> [Wake] {
        releases.compactMap { release in
            switch release.result {
            case .success(let pass): tell(release.number, .come(pass))
            case .failure(let refusal): tell(release.number, .refused(refusal))
            }
        }
    }

    private mutating func tell(_ number: Gate.Number, _ turn: Turn) -> Wake? {
        switch waiters[number] {
        case .coming:
            waiters[number] = .over(turn)
            return nil
        case .suspended(let continuation):
            waiters[number] = nil
            return Wake(continuation: continuation, turn: turn)
        case .over, nil: return nil
        }
    }
}
