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
        observer.breakerChanged = { _, new in log.breakerChanged(to: new) }
        self.init(CurlClient(client), limits: limits, observer: observer)
        counts.watch(self, in: metrics)
    }
}

extension Logger {
    /// One line for each change: an outage that lasts says so with every probe that fails.
    func breakerChanged(to state: Breaker.State) {
        switch state {
        case .closed: info("the backend answers again")
        case .open(let since):
            warning(
                "the backend is not asked for a while: it fails",
                ["ms": .milliseconds((ContinuousClock.now - since) / .milliseconds(1))])
        case .halfOpen: debug("the backend is tried")
        }
    }
}
