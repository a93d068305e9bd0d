import HTTP
import HTTPClient
import Pictures
import Synchronization

/// The web at large, from which pictures come: public addresses only, small bodies, few connections.
///
/// The client starts with the first request: before that it would cost memory and a thread for nothing.
final class PublicWeb: Transport {
    private let client = Mutex<CurlClient?>(nil)
    private let configuration: ClientConfiguration

    init(_ limits: PictureLimits) {
        var configuration = ClientConfiguration()
        configuration.addresses = .publicOnly
        configuration.body = limits.file
        configuration.requestTime = limits.fetchTime
        configuration.connections = limits.fetchesAtOnce
        self.configuration = configuration
    }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        try await started(for: request).send(request)
    }

    private func started(for request: ClientRequest) throws(TransportError) -> CurlClient {
        let result = client.withLock { client in
            Result { () throws(ClientStartError) in
                if let client { return client }
                let started = try CurlClient(configuration)
                client = started
                return started
            }
        }
        do {
            return try result.get()
        } catch {
            throw TransportError(
                .cannotConnect, method: request.method, url: request.url, detail: error.description)
        }
    }
}
