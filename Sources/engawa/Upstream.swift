import HTTPClient
import Logging
import Metrics
import Upstream

extension GuardedTransport {
    /// A client for a remote backend, with so many requests at once, that is counted and whose outages are logged.
    convenience init(toBackendWith concurrency: Int, metrics: MetricsRegistry, log: Logger) {
        var client = CurlClient.Configuration()
        // What is let through is not to wait once more.
        client.maximumConnectionsPerHost = concurrency
        client.maximumConnections = max(client.maximumConnections, concurrency)
        var limits = UpstreamLimits()
        limits.inFlight = concurrency
        let counts = UpstreamMetrics(metrics)
        var observer = UpstreamObserver()
        observer.finished = { counts.count($0) }
        observer.breakerChanged = { log.breakerChanged(from: $0, to: $1, at: .now) }
        self.init(CurlClient(client), limits: limits, observer: observer)
        counts.watch(self, in: metrics)
    }
}

extension Logger {
    /// One line for the start of an outage, one for each probe that fails, and one for the end.
    func breakerChanged(from old: Breaker.State, to new: Breaker.State, at now: ContinuousClock.Instant) {
        switch (old, new) {
        case (.closed, _): warning("the backend fails, and is not asked for now")
        case (.halfOpen(let since), .closed): info("the backend answers again", ["ms": Self.time(since, now)])
        case (.halfOpen(let since), _): warning("the backend still fails", ["ms": Self.time(since, now)])
        case (.open, _): debug("the backend is tried")
        }
    }

    private static func time(_ since: ContinuousClock.Instant, _ now: ContinuousClock.Instant) -> Value {
        .milliseconds((now - since) / .milliseconds(1))
    }
}
