import Metrics

/// Which program this is, as a metric that is always 1.
enum BuildInfo {
    private struct Version: MetricLabels {
        static let names = ["version"]

        var values: [String] { [Command.programVersion] }
    }

    static func register(in registry: MetricsRegistry) {
        registry.gauges("engawa_build_info", "The version that runs.", by: Version.self)[Version()].set(1)
    }
}
