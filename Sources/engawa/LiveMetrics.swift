import HTTP
import Gateway
import Live
import Metrics

/// What is known and told, for Prometheus.
enum LiveMetrics {
    static func register(_ live: Live, _ pages: PageCache, in registry: MetricsRegistry) {
        registry.gauge("engawa_live_streams_open", "Event streams that are open.") { Double(live.figures.streams) }
        registry.gauge("engawa_live_feeds", "Conversations that are known.") { Double(live.figures.conversations) }
        registry.counter("engawa_live_events_told_total", "Events written to streams.") { Double(live.figures.told) }
        registry.counter("engawa_live_polls_total", "Conversations read again because somebody looks at them.") {
            Double(live.figures.polls)
        }
        registry.counter("engawa_live_polls_failed_total", "Polls that were not answered.") {
            Double(live.figures.failedPolls)
        }
        registry.counter("engawa_page_cache_hits_total", "Pages that were known.") { Double(pages.figures.hits) }
        registry.counter("engawa_page_cache_misses_total", "Pages that had to be made.") {
            Double(pages.figures.misses)
        }
        registry.gauge("engawa_page_cache_entries", "Pages that are kept.") { Double(pages.figures.entries) }
        registry.gauge("engawa_page_cache_bytes", "How much memory their bodies take.") {
            Double(pages.figures.bytes.bytes)
        }
    }
}
