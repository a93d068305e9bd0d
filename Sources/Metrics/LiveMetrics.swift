/// What happens on the streams, for whoever opens and feeds them to set.
public struct LiveMetrics: Sendable {
    public let openStreams: Gauge
    public let deliveredEvents: Counter
    public let droppedStreams: Counter
    public let knownFeeds: Gauge
    public let polls: Counter
    public let failedPolls: Counter

    public init(_ registry: MetricsRegistry) {
        openStreams = registry.gauge("engawa_live_streams_open", "Event streams that are open.")
        deliveredEvents = registry.counter("engawa_live_events_delivered_total", "Events given to a stream.")
        droppedStreams = registry.counter(
            "engawa_live_streams_dropped_total", "Streams closed because their readers were too slow.")
        knownFeeds = registry.gauge("engawa_live_feeds", "Conversations that are known and kept up to date.")
        polls = registry.counter("engawa_live_polls_total", "Times a feed asked the backend what is new.")
        failedPolls = registry.counter("engawa_live_polls_failed_total", "Polls that were not answered.")
    }
}
