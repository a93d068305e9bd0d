/// How often what was asked for was there already, for each cache.
public struct CacheMetrics: Sendable {
    private struct Name: MetricLabels {
        static let names = ["cache"]

        let name: String

        var values: [String] { [name] }
    }

    /// One cache's.
    public struct Cache: Sendable {
        public let hits: Counter
        public let misses: Counter
        public let entries: Gauge
        public let bytes: Gauge
    }

    private let hits: Family<Name, Counter>
    private let misses: Family<Name, Counter>
    private let entries: Family<Name, Gauge>
    private let bytes: Family<Name, Gauge>

    public init(_ registry: MetricsRegistry) {
        hits = registry.counters("engawa_cache_hits_total", "Lookups that found what they wanted.", by: Name.self)
        misses = registry.counters("engawa_cache_misses_total", "Lookups that did not.", by: Name.self)
        entries = registry.gauges("engawa_cache_entries", "Things kept.", by: Name.self)
        bytes = registry.gauges("engawa_cache_bytes", "About how much memory they take.", by: Name.self)
    }

    /// The metrics of the cache of this name, such as `pages`: to be asked for once.
    public func cache(_ name: String) -> Cache {
        let name = Name(name: name)
        return Cache(hits: hits[name], misses: misses[name], entries: entries[name], bytes: bytes[name])
    }
}
