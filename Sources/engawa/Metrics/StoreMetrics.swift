import Metrics
import PostgreSQL

/// The connections to PostgreSQL, as metrics.
enum StoreMetrics {
    static func register(_ database: PostgreSQL.Database, in registry: MetricsRegistry) {
        registry.gauge("engawa_store_connections", "Open connections to PostgreSQL, without the one that listens.") {
            Double(database.figures.open)
        }
        registry.gauge("engawa_store_waiting", "Queries that wait for a connection to PostgreSQL.") {
            Double(database.figures.waiting)
        }
    }

    /// The time from a change at another process until this one has taken it in, for `ChangeFeed`.
    static func hintLag(in registry: MetricsRegistry) -> Histogram {
        registry.histogram(
            "engawa_store_hint_lag_seconds", "Time from a change at another site until it was taken in after its hint.")
    }
}
