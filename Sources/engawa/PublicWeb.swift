import HTTP
import HTTPClient
import LinkPreviews
import Pictures
import Synchronization

/// Fetches pictures and pages from the internet: public addresses only, small bodies, few connections.
///
/// The client is created at the first request, because it costs memory and a thread.
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

    /// For pages, of which the beginning is enough.
    init(_ limits: LinkPreviewLimits) {
        var configuration = CurlClient.Configuration()
        configuration.addresses = .publicOnly
        configuration.maximumBodySize = limits.page
        configuration.cutsLongBodies = true
        configuration.timeout = limits.fetchTime
        configuration.maximumConnections = limits.fetchesAtOnce
        self.configuration = configuration
    }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        let started = client.withLock { client in
            let started = client ?? CurlClient(configuration)
            client = started
            return started
        }
        return try await started.send(request)
    }
}
