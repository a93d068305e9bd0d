public import HTTP
import Synchronization

/// A transport that spares the backend: so many requests at once, a queue with an end, and a breaker.
///
/// What it does not send fails at once with `.heldBack`. Whoever is cancelled while they wait leaves the queue at once.
public final class GuardedTransport: Transport, Sendable {
    private let transport: any Transport
    private let observer: UpstreamObserver
    private let now: @Sendable () -> ContinuousClock.Instant
    private let room: Mutex<WaitingRoom>

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
        room = Mutex(WaitingRoom(Gate(limits, at: now())))
    }

    /// How things stand.
    public var snapshot: UpstreamSnapshot { room.withLock { UpstreamSnapshot($0.gate) } }

    /// Whether what belongs together had better be asked side by side: it is far to the backend, and there is room.
    public var asksSideBySide: Bool { room.withLock { $0.gate.asksSideBySide } }

    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        let arrival = now()
        let turn = await turn(at: arrival)
        let start = now()
        func report(_ outcome: UpstreamReport.Outcome, took: Duration?) {
            observer.finished(
                UpstreamReport(
                    method: request.method, route: request.route, outcome: outcome, waited: start - arrival,
                    took: took))
        }
        switch turn {
        case .come(let pass):
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

    /// Waits for the turn of one who came at this moment.
    private func turn(at arrival: ContinuousClock.Instant) async -> WaitingRoom.Turn {
        switch changing({ $0.arrive(at: arrival) }) {
        case .go(let pass): .come(pass)
        case .refuse(let refusal): .refused(refusal)
        case .wait(let number):
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let (wake, deadline) = room.withLock { ($0.suspend(number, continuation), $0.deadlineToKeep()) }
                    wake?.resume()
                    if let deadline { keepDeadlines(from: deadline) }
                }
            } onCancel: {
                room.withLock { $0.cancel(number) }?.resume()
            }
        }
    }

    private func finish(
        _ pass: Breaker.Pass, _ outcome: Breaker.Outcome, took: Duration?, at now: ContinuousClock.Instant
    ) {
        for wake in changing({ $0.finish(pass, outcome, took: took, at: now) }) { wake.resume() }
    }

    /// Looks after the queue until nobody waits: one task for all.
    private func keepDeadlines(from first: ContinuousClock.Instant) {
        Task {
            var next: ContinuousClock.Instant? = first
            while let deadline = next {
                try? await Task.sleep(until: deadline, clock: .continuous)
                let (wakes, following) = room.withLock { $0.expire(at: max(deadline, now())) }
                for wake in wakes { wake.resume() }
                next = following
            }
        }
    }

    /// Does `body` under the lock, and says so where the breaker has changed.
    private func changing<Value>(_ body: (inout WaitingRoom) -> sending Value) -> Value {
        let (value, old, new) = room.withLock { room in
            let old = room.gate.breaker.state
            let value = body(&room)
            return (value, old, room.gate.breaker.state)
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

extension WaitingRoom.Wake {
    func resume() { continuation.resume(returning: turn) }
}

extension Breaker.Outcome {
    /// A gateway's word that the server behind it is not there. A plain 500 is one route's trouble: backends pass on
    /// what their databases say.
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
