import EventLoops
import HTTP
import HTTPServer
import Logging
import Metrics

/// A separate listener for the metrics.
struct MetricsEndpoint: Sendable {
    private static let path = ["metrics"]

    let registry: MetricsRegistry

    func serve(on address: ListenAddress, _ loops: [EventLoop] = []) throws -> Server {
        var server = ServerConfiguration(listen: address)
        server.loops = loops
        server.limits.connections = Self.connections
        server.limits.body = Self.body
        // Scrapes are not logged.
        return try Server(server, log: .silent) { respond(to: $0) }
    }

    func respond(to request: Request) -> Response {
        guard request.target.segments == Self.path else { return .text(.notFound, "only /metrics is here\n") }
        guard request.method == .get || request.method == .head else {
            var response = Response.text(.methodNotAllowed, "GET or HEAD\n")
            response.headers[.allow] = "GET, HEAD"
            return response
        }
        var response = Response.text(.ok, registry.text)
        response.headers[.contentType] = Exposition.contentType
        return response
    }

    /// Enough for a few scrapers.
    private static let connections = 16
    private static let body = ByteCount.kibibytes(1)
}
