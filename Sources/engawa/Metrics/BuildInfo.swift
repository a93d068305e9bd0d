import Metrics

/// Which program this is, as a metric that is always 1.
enum BuildInfo {
    private struct Labels: MetricLabels {
        static let names = ["version"]

        var values: [String] { [Version.current] }
    }

    static func register(in registry: MetricsRegistry) {
        registry.gauges("engawa_build_info", "The version that runs.", by: Labels.self)[Labels()].set(1)
    }
}
