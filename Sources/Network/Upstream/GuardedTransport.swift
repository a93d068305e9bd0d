import Concurrency
public import HTTP
import Synchronization

/// A transport that limits the load on the backend: a maximum of concurrent requests, a bounded queue and a circuit
/// breaker.
///
/// A request that it does not send fails with `.heldBack`. One that is cancelled while it waits leaves the queue at once.
public final class GuardedTransport: Transport, Sendable {
    private let transport: any Transport
    private let observer: UpstreamObserver
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    /// The gate's decision about a request that arrived.
    private enum Admission: Sendable {
        case admitted(Breaker.Pass)
        case refused(UpstreamRefusal)
        case cancelled
    }

    private struct State {
        var gate: Gate
        var waiters: [Gate.Number: Promise<Admission>] = [:]
        /// Whether a task waits for the queue's next deadline.
        var isTimed = false
    }

    /// - Parameters:
    ///   - transport: sends what is let through, within a time limit of its own.
    ///   - now: what time it is, for the breaker and the queue.
    public init(
        _ transport: any Transport, limits: UpstreamLimits = UpstreamLimits(),
        observer: UpstreamObserver = UpstreamObserver(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.transport = transport
        self.observer = observer
        self.now = now
        state = Mutex(State(gate: Gate(limits, at: now())))
    }

    /// The current figures.
    public var snapshot: UpstreamSnapshot { state.withLock { UpstreamSnapshot($0.gate) } }

    /// Whether the requests of one page should be sent concurrently; see `Gate`.
    public var asksSideBySide: Bool { state.withLock { $0.gate.asksSideBySide } }

    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        let arrival = now()
        let admission = await admission(at: arrival)
        let start = now()
        func report(_ outcome: UpstreamReport.Outcome, took: Duration?) {
            observer.finished(
                UpstreamReport(
                    method: request.method, route: request.route, outcome: outcome, waited: start - arrival,
                    took: took))
        }
        switch admission {
        case .admitted(let pass):
            do {
                let answer = try await transport.send(request)
                let end = now()
                finish(pass, Breaker.Outcome(answer.status), took: end - start, at: end)
                report(.answered(answer.status), took: end - start)
                return answer
            } catch {
                let end = now()
                finish(pass, Breaker.Outcome(error.reason), took: nil, at: end)
                report(.failed(error.reason), took: end - start)
                throw error
            }
        case .refused(let refusal):
            report(.refused(refusal), took: nil)
            throw TransportError(.heldBack, method: request.method, url: request.url, detail: refusal.rawValue)
        case .cancelled:
            report(.failed(.cancelled), took: nil)
            throw TransportError(.cancelled, method: request.method, url: request.url, detail: "while it waited")
        }
    }

    /// Waits until a request that arrived at this moment may be sent or is refused.
    private func admission(at arrival: ContinuousClock.Instant) async -> Admission {
        let (answer, waiter) = changing { state in
            let answer = state.gate.arrive(at: arrival)
            guard case .wait(let number) = answer else { return (answer, nil as Promise<Admission>?) }
            let waiter = Promise<Admission>()
            state.waiters[number] = waiter
            return (answer, waiter)
        }
        switch answer {
        case .go(let pass): return .admitted(pass)
        case .refuse(let refusal): return .refused(refusal)
        case .wait(let number):
            keepDeadlines()
            return await withTaskCancellationHandler {
                await waiter?.value ?? .cancelled
            } onCancel: {
                cancel(number)
            }
        }
    }

    /// Does nothing where the request has been admitted or refused already.
    private func cancel(_ number: Gate.Number) {
        let waiter = state.withLock { state in
            state.gate.leave(number)
            return state.waiters.removeValue(forKey: number)
        }
        waiter?.fulfil(.cancelled)
    }

    private func finish(
        _ pass: Breaker.Pass, _ outcome: Breaker.Outcome, took: Duration?, at now: ContinuousClock.Instant
    ) {
        release { $0.finish(pass, outcome, took: took, at: now) }
    }

    /// Tells those whom `body` releases, without the lock.
    private func release(_ body: (inout Gate) -> [Gate.Release]) {
        let released = changing { state in
            body(&state.gate).compactMap { release in
                state.waiters.removeValue(forKey: release.number).map { ($0, release.result) }
            }
        }
        for (waiter, result) in released {
            switch result {
            case .success(let pass): waiter.fulfil(.admitted(pass))
            case .failure(let refusal): waiter.fulfil(.refused(refusal))
            }
        }
    }

    /// Refuses requests whose deadline has passed, as long as any wait: one task for all of them.
    private func keepDeadlines() {
        let isFirst = state.withLock { state in
            defer { state.isTimed = true }
            return !state.isTimed
        }
        guard isFirst else { return }
        Task {
            while let deadline = nextDeadline() {
                try? await Task.sleep(until: deadline, clock: .continuous)
                release { $0.expire(at: max(deadline, now())) }
            }
        }
    }

    /// `nil` if no request waits: then the next one that waits has to start the task.
    private func nextDeadline() -> ContinuousClock.Instant? {
        state.withLock { state in
            state.isTimed = state.gate.nextDeadline != nil
            return state.gate.nextDeadline
        }
    }

    /// Does `body` under the lock, and reports where the breaker has changed.
    private func changing<Value>(_ body: (inout State) -> sending Value) -> Value {
        let (value, old, new) = state.withLock { state in
            let old = state.gate.breaker.state
            let value = body(&state)
            return (value, old, state.gate.breaker.state)
        }
        if old != new { observer.breakerChanged(old, new) }
        return value
    }
}

extension UpstreamSnapshot {
    fileprivate init(_ gate: Gate) {
        self.init(
            inFlight: gate.inFlight, queued: gate.queued, breaker: gate.breaker.state,
            openings: gate.breaker.openings)
    }
}

extension Breaker.Outcome {
    /// A proxy's report that the backend is down counts as a failure. A 500 does not: backends return it for errors of
    /// one route, such as those of their databases.
    init(_ status: Status) {
        switch status {
        case .badGateway, .serviceUnavailable, .gatewayTimeout: self = .failure
        default: self = .success
        }
    }

    init(_ reason: TransportError.Reason) {
        switch reason {
        case .cannotConnect, .timedOut, .connectionLost: self = .failure
        case .bodyTooLarge: self = .success
        case .cancelled, .badURL, .heldBack: self = .unknown
        }
    }
}
