import HTTP
import HTTPClient
import Pictures
import Synchronization

/// The web at large, from which pictures come: public addresses only, small bodies, few connections.
///
/// The client starts with the first request: before that it would cost memory and a thread for nothing.
final class PublicWeb: Transport {
    private let client = Mutex<CurlClient?>(nil)
    private let configuration: CurlClient.Configuration

    init(_ limits: PictureLimits) {
        var configuration = CurlClient.Configuration()
        configuration.addresses = .publicOnly
        configuration.maximumBodySize = limits.file
        configuration.timeout = limits.fetchTime
        configuration.maximumConnections = limits.fetchesAtOnce
        self.configuration = configuration
    }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        try await started().send(request)
    }

    private func started() -> CurlClient {
        client.withLock { client in
            let started = client ?? CurlClient(configuration)
            client = started
            return started
        }
    }
}
