import Gateway
import HTTP
import Metrics
import PostgreSQL

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
    /// `nil` for a site with a data folder.
    private let store: (roundTrips: Family<RouteLabels, Counter>, waits: Family<RouteLabels, Histogram>)?

    /// - Parameter isShared: whether the site's data is in PostgreSQL.
    init(_ registry: MetricsRegistry, isShared: Bool) {
        requests = registry.counters(
            "engawa_http_requests_total", "HTTP requests.", by: RequestLabels.self)
        durations = registry.histograms(
            "engawa_http_request_duration_seconds", "Time from receiving a request until its response is ready.",
            by: RouteLabels.self)
        inFlight = registry.gauge("engawa_http_requests_in_flight", "HTTP requests in progress.")
        store =
            isShared
            ? (
                registry.counters(
                    "engawa_store_round_trips_total", "Round trips to PostgreSQL for HTTP requests.",
                    by: RouteLabels.self),
                registry.histograms(
                    "engawa_store_round_trip_seconds", "Time that an HTTP request waited for answers of PostgreSQL.",
                    by: RouteLabels.self)
            ) : nil
    }

    /// Handles a request and counts it.
    func counting(
        _ request: Request, _ answer: (Request) async -> (response: Response, route: RouteName)
    ) async -> Response {
        let start = ContinuousClock.now
        inFlight.change(by: 1)
        let (response, route) = await countingRoundTrips { await answer(request) }
        inFlight.change(by: -1)
        count(route, MethodName(request.method), response.status)
        durations[RouteLabels(route: route)].observe(ContinuousClock.now - start)
        return response
    }

    private func countingRoundTrips(
        _ answer: () async -> (response: Response, route: RouteName)
    ) async -> (response: Response, route: RouteName) {
        guard let store else { return await answer() }
        let roundTrips = RoundTrips()
        let (response, route) = await RoundTrips.$current.withValue(roundTrips) {
            await GatheredReads.$current.withValue(GatheredReads()) { await answer() }
        }
        let labels = RouteLabels(route: route)
        store.roundTrips[labels].increment(by: roundTrips.count)
        if roundTrips.count > 0 { store.waits[labels].observe(roundTrips.time) }
        return (response, route)
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
