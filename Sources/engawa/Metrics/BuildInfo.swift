import Metrics

/// The program's version and commit, as a metric with the constant value 1.
enum BuildInfo {
    private struct Labels: MetricLabels {
        static let names = ["version", "commit"]

        var values: [String] { [Version.number, BuildCommit.commit ?? "unknown"] }
    }

    static func register(in registry: MetricsRegistry) {
        registry.gauges("engawa_build_info", "The version of the program.", by: Labels.self)[Labels()].set(1)
    }
}
