import HTTP
import Synchronization

/// A transport whose requests are under way until the test says how each ends.
///
/// One that is cancelled ends as a real one would.
final class HeldTransport: Transport {
    typealias Answer = Result<ClientResponse, TransportError>

    private struct State {
        var sent: [String] = []
        var held: [String: CheckedContinuation<Answer, Never>] = [:]
    }

    private let state = Mutex(State())

    /// The URLs of all requests, in the order in which they were sent.
    var sent: [String] { state.withLock { $0.sent } }
    var held: Int { state.withLock { $0.held.count } }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.sent.append(request.url)
                    state.held[request.url] = continuation
                }
                if Task.isCancelled { end(request.url, .failure(Self.error(.cancelled, request))) }
            }
        } onCancel: {
            end(request.url, .failure(Self.error(.cancelled, request)))
        }
        return try answer.get()
    }

    func answer(_ url: String, _ status: Status) { end(url, .success(ClientResponse(status))) }

    func fail(_ url: String, _ reason: TransportError.Reason) {
        end(url, .failure(Self.error(reason, ClientRequest(.get, url))))
    }

    private func end(_ url: String, _ answer: Answer) {
        state.withLock { $0.held.removeValue(forKey: url) }?.resume(returning: answer)
    }

    private static func error(_ reason: TransportError.Reason, _ request: ClientRequest) -> TransportError {
        TransportError(reason, method: request.method, url: request.url, detail: "for a test")
    }
}
