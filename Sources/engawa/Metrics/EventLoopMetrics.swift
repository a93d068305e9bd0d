import EventLoops
import Metrics

/// Metrics of the event loops.
enum EventLoopMetrics {
    static func register(_ loops: [EventLoop], in registry: MetricsRegistry) {
        registry.gauge("engawa_event_loops", "Event loops.") { Double(loops.count) }
        registry.counter("engawa_event_loop_long_turns_total", "Turns of an event loop of more than 5 ms.") {
            Double(loops.reduce(0) { $0 + $1.longTurns })
        }
    }
}
