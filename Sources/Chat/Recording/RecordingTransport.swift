public import HTTP
import Synchronization

/// Records every exchange of another transport, except requests without a response.
public final class RecordingTransport: Transport {
    private struct State {
        var exchanges: [RecordedExchange] = []
        var next: RecordedExchange.Meta?
    }

    private let transport: any Transport
    private let baseURL: BaseURL
    private let state = Mutex(State())

    /// - Parameters:
    ///   - transport: sends the requests.
    ///   - baseURL: the root of the backend's routes.
    public init(recording transport: any Transport, of baseURL: BaseURL) {
        self.transport = transport
        self.baseURL = baseURL
    }

    /// The exchanges recorded so far, in order.
    public var exchanges: [RecordedExchange] { state.withLock { $0.exchanges } }

    /// Sets the name of the next exchange; by default the name is its method.
    public func name(_ name: String, note: String? = nil) {
        state.withLock { $0.next = RecordedExchange.Meta(name: name, note: note) }
    }

    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        let meta = state.withLock { state in
            defer { state.next = nil }
            return state.next ?? RecordedExchange.Meta(name: request.method.rawValue.lowercased())
        }
        let response = try await transport.send(request)
        let exchange = RecordedExchange(request, response, under: baseURL, meta: meta)
        state.withLock { $0.exchanges.append(exchange) }
        return response
    }
}
