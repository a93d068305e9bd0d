import HTTP
import Gateway
import Live
import Metrics
import SharedReading

/// Metrics of the live cache, the streams and the page cache.
enum LiveMetrics {
    /// The time of publishing a change, for `Live`.
    static func fanOut(in registry: MetricsRegistry) -> Histogram {
        registry.histogram(
            "engawa_live_fan_out_seconds", "Time from a change until it was given to all streams that show it.")
    }

    static func register(_ live: Live, _ pages: PageCache, in registry: MetricsRegistry) {
        registry.gauge("engawa_live_streams_open", "Open event streams.") { Double(live.figures.streams) }
        registry.gauge("engawa_live_feeds", "Cached conversations.") { Double(live.figures.conversations) }
        registry.counter("engawa_live_events_told_total", "Events written to streams.") {
            Double(live.figures.publishedEvents)
        }
        registry.counter("engawa_live_events_replayed_total", "Events written again to streams that came back.") {
            Double(live.figures.replayedEvents)
        }
        registry.counter("engawa_live_polls_total", "Reads of conversations with open streams.") {
            Double(live.figures.polls)
        }
        registry.counter("engawa_live_polls_failed_total", "Failed reads of conversations with open streams.") {
            Double(live.figures.failedPolls)
        }
        registry.counter("engawa_page_cache_hits_total", "Page cache hits.") { Double(pages.figures.hits) }
        registry.counter("engawa_page_cache_misses_total", "Page cache misses.") {
            Double(pages.figures.misses)
        }
        registry.gauge("engawa_page_cache_entries", "Cached pages.") { Double(pages.figures.entries) }
        registry.gauge("engawa_page_cache_bytes", "Size of the cached pages.") {
            Double(pages.figures.bytes.bytes)
        }
    }

    /// Of a site that shares what it reads with others before the same backend.
    static func register(_ reads: PostgreSQLReads, _ live: Live, in registry: MetricsRegistry) {
        registry.gauge("engawa_live_leases", "Conversations that this site reads for all.") {
            Double(reads.figures.leases)
        }
        registry.counter("engawa_live_reads_spared_total", "Reads of conversations that another site had done.") {
            Double(live.figures.sparedReads)
        }
        registry.counter(
            "engawa_live_pages_refused_total", "Reads that came after another site had taken over the conversation."
        ) { Double(reads.figures.refusedPages) }
    }
}
