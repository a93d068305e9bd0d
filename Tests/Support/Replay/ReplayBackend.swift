public import HTTP
public import Recording
import Synchronization

/// A backend that answers what a real one did: a fake that can't be wrong, and can lie when told to.
///
/// The same request asked again gets the next recorded answer to it, and the last one for ever after.
public final class ReplayBackend: Sendable {
    private struct State {
        var answers: [RequestKey: [Response]] = [:]
        var lies: [Lie] = []
        var requests: [Request] = []
    }

    private let state: Mutex<State>

    public init(_ exchanges: [RecordedExchange]) {
        var state = State()
        for exchange in exchanges {
            // A target that can't be read never gets past a server.
            guard let target = RequestTarget(exchange.request.path), let answer = exchange.clientResponse else {
                continue
            }
            let key = RequestKey(
                method: exchange.request.method, target: target, body: exchange.request.body.map { Array($0.utf8) })
            let response = Response(answer.status, headers: answer.headers, body: answer.body)
            state.answers[key, default: []].append(response)
        }
        self.state = Mutex(state)
    }

    /// What was asked so far, in order.
    public var requests: [Request] { state.withLock { $0.requests } }

    /// Tells `lie` from now on; the newest that fits is told.
    public func tell(_ lie: Lie) { state.withLock { $0.lies.append(lie) } }

    /// Tells no lie any more.
    public func tellTheTruth() { state.withLock { $0.lies = [] } }

    /// A `Handler`: give it to a server or to a `HandlerTransport`.
    public func respond(to request: Request) async -> Response {
        let fiction = state.withLock { state in
            state.requests.append(request)
            guard let index = state.lies.lastIndex(where: { $0.fits(request) }) else { return nil as Lie.Fiction? }
            defer { if state.lies[index].isUsedUp() { state.lies.remove(at: index) } }
            return state.lies[index].fiction
        }
        switch fiction {
        case nil: return recordedAnswer(to: request)
        case .answer(let response): return response
        case .after(let delay):
            try? await Task.sleep(for: delay)
            return recordedAnswer(to: request)
        }
    }

    private func recordedAnswer(to request: Request) -> Response {
        let key = RequestKey(request)
        return state.withLock { state in
            guard var answers = state.answers[key], let first = answers.first else {
                return .text(
                    .notImplemented, "not recorded: \(request.method) \(request.target.rawPath) \(request.body)")
            }
            if answers.count > 1 {
                answers.removeFirst()
                state.answers[key] = answers
            }
            return first
        }
    }
}
