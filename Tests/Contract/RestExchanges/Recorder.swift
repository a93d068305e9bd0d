import Concurrency
import HTTP
import Recording
import Replay

/// Records exchanges with their credentials, which `RecordingTransport` leaves out: they are part of the contract.
final class Recorder: Transport {
    private struct State {
        var exchanges: [RecordedExchange] = []
        var name = ""
    }

    private let transport: any Transport
    private let state = Lock(State())

    init(_ transport: any Transport) { self.transport = transport }

    var exchanges: [RecordedExchange] { state.withLock { $0.exchanges } }

    /// Sets the name of the exchanges that follow.
    func name(_ name: String) { state.withLock { $0.name = name } }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        let response = try await transport.send(request)
        state.withLock { state in
            var exchange = RecordedExchange(
                request, response, under: HandlerTransport.baseURL, meta: RecordedExchange.Meta(name: state.name))
            if let cookie = request.headers[.cookie] { exchange.request.headers["cookie"] = cookie }
            state.exchanges.append(exchange)
        }
        return response
    }
}
