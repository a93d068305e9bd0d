import HTTP
import Metrics
import Upstream

/// What is asked of a remote backend, and how it bears it.
struct UpstreamMetrics: Sendable {
    private struct Answer: MetricLabels {
        static let names = ["route", "method", "outcome"]

        let route: String
        let method: MethodName
        let outcome: Outcome

        var values: [String] { [route, method.rawValue, outcome.name] }
    }

    private struct Route: MetricLabels {
        static let names = ["route", "method"]

        let route: String
        let method: MethodName

        var values: [String] { [route, method.rawValue] }
    }

    private let requests: Family<Answer, Counter>
    private let durations: Family<Route, Histogram>
    private let waits: Histogram

    init(_ registry: MetricsRegistry) {
        requests = registry.counters(
            "engawa_upstream_requests_total", "Requests to the backend, by how they ended.", by: Answer.self)
        durations = registry.histograms(
            "engawa_upstream_request_duration_seconds", "From sending a request until its answer is whole.",
            by: Route.self)
        waits = registry.histogram(
            "engawa_upstream_queue_wait_seconds", "How long a request waited for its turn before it was sent.")
    }

    /// Counts what became of a request.
    func count(_ report: UpstreamReport) {
        let method = MethodName(report.method)
        requests[Answer(route: report.route, method: method, outcome: Outcome(report.outcome))].increment()
        guard let took = report.took else { return }
        durations[Route(route: report.route, method: method)].observe(took)
        waits.observe(report.waited)
    }

    /// Lets each scrape see how things stand.
    func watch(_ transport: GuardedTransport, in registry: MetricsRegistry) {
        registry.gauge("engawa_upstream_requests_in_flight", "Requests to the backend that are under way.") {
            Double(transport.snapshot.inFlight)
        }
        registry.gauge("engawa_upstream_requests_queued", "Requests to the backend that wait for their turn.") {
            Double(transport.snapshot.queued)
        }
        registry.gauge("engawa_upstream_breaker_state", "0 closed, 1 half open, 2 open: the backend is not asked.") {
            switch transport.snapshot.breaker {
            case .closed: 0
            case .halfOpen: 1
            case .open: 2
            }
        }
        registry.counter("engawa_upstream_breaker_openings_total", "How often the breaker has opened.") {
            Double(transport.snapshot.openings)
        }
    }
}

extension UpstreamMetrics {
    /// How a request ended, as a label.
    private enum Outcome: Hashable {
        case answered(StatusClass)
        case failed(TransportError.Reason)
        case refused(UpstreamRefusal)

        init(_ outcome: UpstreamReport.Outcome) {
            switch outcome {
            case .answered(let status): self = .answered(StatusClass(status))
            case .failed(let reason): self = .failed(reason)
            case .refused(let refusal): self = .refused(refusal)
            }
        }

        /// `2xx`, or the word for why there was no answer.
        var name: String {
            switch self {
            case .answered(let status): status.description
            case .failed(let reason): "\(reason)"
            case .refused(.queueFull): "queueFull"
            case .refused(.waitedTooLong): "waitedTooLong"
            case .refused(.backendFailing): "backendFailing"
            }
        }
    }
}
