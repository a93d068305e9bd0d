import Gateway
import HTTP
import Metrics

/// What people ask of the site, and how long they wait for it.
struct SiteMetrics: Sendable {
    private struct Answer: MetricLabels {
        static let names = ["route", "method", "status"]

        let route: RouteName
        let method: MethodName
        let status: StatusClass

        var values: [String] { [route.rawValue, method.rawValue, status.description] }
    }

    private struct Route: MetricLabels {
        static let names = ["route"]

        let route: RouteName

        var values: [String] { [route.rawValue] }
    }

    private let requests: Family<Answer, Counter>
    private let durations: Family<Route, Histogram>
    private let inFlight: Gauge

    init(_ registry: MetricsRegistry) {
        requests = registry.counters(
            "engawa_http_requests_total", "Requests that were answered.", by: Answer.self)
        durations = registry.histograms(
            "engawa_http_request_duration_seconds", "From a request that has arrived until its answer is ready.",
            by: Route.self)
        inFlight = registry.gauge("engawa_http_requests_in_flight", "Requests that are being answered.")
    }

    /// Answers a request and counts it.
    func counting(
        _ request: Request, _ answer: (Request) async -> (response: Response, route: RouteName)
    ) async -> Response {
        let start = ContinuousClock.now
        inFlight.change(by: 1)
        let (response, route) = await answer(request)
        inFlight.change(by: -1)
        count(route, MethodName(request.method), response.status)
        durations[Route(route: route)].observe(ContinuousClock.now - start)
        return response
    }

    /// Counts the requests that can't be read, beside answering them.
    func counting(
        _ fault: @escaping @Sendable (Status, HeaderFields) -> Response
    ) -> @Sendable (Status, HeaderFields) -> Response {
        { status, headers in
            count(.unreadable, .other, status)
            return fault(status, headers)
        }
    }

    private func count(_ route: RouteName, _ method: MethodName, _ status: Status) {
        requests[Answer(route: route, method: method, status: StatusClass(status))].increment()
    }
}
