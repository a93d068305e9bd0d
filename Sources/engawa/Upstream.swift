import EventLoops
import HTTPClient
import Logging
import Metrics
import Upstream

extension GuardedTransport {
    /// Limits and counts concurrent requests to a remote backend, and logs its outages.
    convenience init(
        toBackendOver client: CurlClient, concurrency: Int, metrics: MetricsRegistry, log: Logger
    ) {
        var limits = UpstreamLimits()
        limits.inFlight = concurrency
        let counts = UpstreamMetrics(metrics)
        var observer = UpstreamObserver()
        observer.finished = { counts.count($0) }
        observer.breakerChanged = { log.breakerChanged(from: $0, to: $1, at: .now) }
        self.init(TracingTransport(client), limits: limits, observer: observer)
        counts.watch(self, in: metrics)
    }
}

extension CurlClient {
    /// A client for a remote backend with a limit on concurrent requests.
    convenience init(toBackendWith concurrency: Int, trust: ServerTrust, on loops: [EventLoop]) {
        var configuration = Configuration()
        configuration.trust = trust
        // Requests within the limit must not wait for a connection as well.
        configuration.maximumConnectionsPerHost = concurrency
        configuration.maximumConnections = max(configuration.maximumConnections, concurrency)
        configuration.readsPlainAnswers = true
        self.init(configuration, on: loops)
    }

    /// A client for servers that it trusts as `trust` says.
    convenience init(trust: ServerTrust) {
        var configuration = Configuration()
        configuration.trust = trust
        self.init(configuration)
    }
}

extension Logger {
    /// Logs the start of an outage, each failed probe, and its end.
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
