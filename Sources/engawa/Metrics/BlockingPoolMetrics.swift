import Concurrency
import Metrics

/// Metrics of the pool for work that blocks.
enum BlockingPoolMetrics {
    static func register(_ pool: BlockingPool = .shared, in registry: MetricsRegistry) {
        registry.gauge("engawa_blocking_pool_threads", "Threads for blocking work.") { Double(pool.threads) }
        registry.gauge("engawa_blocking_pool_running", "Blocking work in progress.") { Double(pool.snapshot.running) }
        registry.gauge("engawa_blocking_pool_waiting", "Blocking work that waits.") { Double(pool.snapshot.waiting) }
        registry.counter("engawa_blocking_pool_begun_total", "Blocking work that was begun.") {
            Double(pool.snapshot.begun)
        }
        registry.counter("engawa_blocking_pool_refused_total", "Blocking work that was refused.") {
            Double(pool.snapshot.refused)
        }
        registry.counter("engawa_blocking_pool_wait_seconds_total", "Time that blocking work waited.") {
            pool.snapshot.waited / .seconds(1)
        }
    }
}
