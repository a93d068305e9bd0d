import Gateway
import HTTP
import Metrics

/// Metrics of the site's HTTP requests.
struct SiteMetrics: Sendable {
    private struct RequestLabels: MetricLabels {
        static let names = ["route", "method", "status"]

        let route: RouteName
        let method: MethodName
        let status: StatusClass

        var values: [String] { [route.rawValue, method.rawValue, status.description] }
    }

    private struct RouteLabels: MetricLabels {
        static let names = ["route"]

        let route: RouteName

        var values: [String] { [route.rawValue] }
    }

    private let requests: Family<RequestLabels, Counter>
    private let durations: Family<RouteLabels, Histogram>
    private let inFlight: Gauge

    init(_ registry: MetricsRegistry) {
        requests = registry.counters(
            "engawa_http_requests_total", "HTTP requests.", by: RequestLabels.self)
        durations = registry.histograms(
            "engawa_http_request_duration_seconds", "Time from receiving a request until its response is ready.",
            by: RouteLabels.self)
        inFlight = registry.gauge("engawa_http_requests_in_flight", "HTTP requests in progress.")
    }

    /// Handles a request and counts it.
    func counting(
        _ request: Request, _ answer: (Request) async -> (response: Response, route: RouteName)
    ) async -> Response {
        let start = ContinuousClock.now
        inFlight.change(by: 1)
        let (response, route) = await answer(request)
        inFlight.change(by: -1)
        count(route, MethodName(request.method), response.status)
        durations[RouteLabels(route: route)].observe(ContinuousClock.now - start)
        return response
    }

    /// Counts requests that could not be parsed.
    func counting(
        _ fault: @escaping @Sendable (Status, HeaderFields) -> Response
    ) -> @Sendable (Status, HeaderFields) -> Response {
        { status, headers in
            count(.unreadable, .other, status)
            return fault(status, headers)
        }
    }

    private func count(_ route: RouteName, _ method: MethodName, _ status: Status) {
        requests[RequestLabels(route: route, method: method, status: StatusClass(status))].increment()
    }
}
