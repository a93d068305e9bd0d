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
}
