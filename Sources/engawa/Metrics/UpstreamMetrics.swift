import HTTP
import Metrics
import Upstream

/// Metrics of requests to a remote backend.
struct UpstreamMetrics: Sendable {
    private struct RequestLabels: MetricLabels {
        static let names = ["route", "method", "outcome"]

        let route: String
        let method: MethodName
        let outcome: String

        var values: [String] { [route, method.rawValue, outcome] }
    }

    private struct RouteLabels: MetricLabels {
        static let names = ["route", "method"]

        let route: String
        let method: MethodName

        var values: [String] { [route, method.rawValue] }
    }

    private let requests: Family<RequestLabels, Counter>
    private let durations: Family<RouteLabels, Histogram>
    private let waits: Histogram

    init(_ registry: MetricsRegistry) {
        requests = registry.counters(
            "engawa_upstream_requests_total", "Requests to the backend, by result.", by: RequestLabels.self)
        durations = registry.histograms(
            "engawa_upstream_request_duration_seconds", "Time from sending a request until its response is complete.",
            by: RouteLabels.self)
        waits = registry.histogram(
            "engawa_upstream_queue_wait_seconds", "Time that a request waited in the queue.")
    }

    /// Counts the result of a request.
    func count(_ report: UpstreamReport) {
        let method = MethodName(report.method)
        requests[RequestLabels(route: report.route, method: method, outcome: report.outcome.name)].increment()
        guard let took = report.took else { return }
        durations[RouteLabels(route: report.route, method: method)].observe(took)
        waits.observe(report.waited)
    }

    /// Registers gauges that are read at each scrape.
    func watch(_ transport: GuardedTransport, in registry: MetricsRegistry) {
        registry.gauge("engawa_upstream_requests_in_flight", "Requests to the backend in progress.") {
            Double(transport.snapshot.inFlight)
        }
        registry.gauge("engawa_upstream_requests_queued", "Requests to the backend in the queue.") {
            Double(transport.snapshot.queued)
        }
        registry.gauge("engawa_upstream_breaker_state", "Circuit breaker: 0 closed, 1 half open, 2 open.") {
            switch transport.snapshot.breaker {
            case .closed: 0
            case .halfOpen: 1
            case .open: 2
            }
        }
        registry.counter("engawa_upstream_breaker_openings_total", "Number of times the circuit breaker has opened.") {
            Double(transport.snapshot.openings)
        }
    }
}

extension UpstreamReport.Outcome {
    /// As a label: `2xx`, or why there was no response.
    fileprivate var name: String {
        switch self {
        case .answered(let status): StatusClass(status).description
        case .failed(let reason): "\(reason)"
        case .refused(let refusal): "\(refusal)"
        }
    }
}
