import HTTP
import Synchronization

/// A backend that gives each question the answer that it gave first: its own work does not count.
final class CannedBackend: Transport {
    private let backend: any Transport
    private let answers = Mutex<[String: ClientResponse]>([:])

    init(_ backend: any Transport) { self.backend = backend }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        let question = "\(request.method) \(request.url)"
        if let known = answers.withLock({ $0[question] }) { return known }
        let answer = try await backend.send(request)
        answers.withLock { $0[question] = answer }
        return answer
    }

    /// Forgets every answer: after a visit that changed something.
    func forget() { answers.withLock { $0.removeAll() } }
}
