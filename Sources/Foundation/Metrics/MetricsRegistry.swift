import Synchronization

/// The metrics of a process, by name. Metrics can't be removed.
///
/// A duplicate or invalid name is a precondition failure. Counters end with `_total`, and units are base units
/// (`_seconds`, `_bytes`): see https://prometheus.io/docs/practices/naming/.
public final class MetricsRegistry: Sendable {
    private struct Entry: Sendable {
        let name: String
        let help: String
        let kind: Exposition.Kind
        let write: @Sendable (inout Exposition) -> Void
    }

    private let entries = Mutex<[Entry]>([])

    public init() {}

    public func counter(_ name: String, _ help: String) -> Counter {
        let counter = Counter()
        add(name, help, .counter) { counter.write(name, .none, to: &$0) }
        return counter
    }

    public func gauge(_ name: String, _ help: String) -> Gauge {
        let gauge = Gauge()
        add(name, help, .gauge) { gauge.write(name, .none, to: &$0) }
        return gauge
    }

    public func histogram(
        _ name: String, _ help: String, bounds: [Duration] = Histogram.latencyBounds
    ) -> Histogram {
        let histogram = Histogram(bounds: bounds)
        add(name, help, .histogram) { histogram.write(name, .none, to: &$0) }
        return histogram
    }

    public func counters<Labels>(_ name: String, _ help: String, by labels: Labels.Type) -> Family<Labels, Counter> {
        let family = Family<Labels, Counter> { Counter() }
        add(family, name, help, .counter)
        return family
    }

    public func gauges<Labels>(_ name: String, _ help: String, by labels: Labels.Type) -> Family<Labels, Gauge> {
        let family = Family<Labels, Gauge> { Gauge() }
        add(family, name, help, .gauge)
        return family
    }

    public func histograms<Labels>(
        _ name: String, _ help: String, by labels: Labels.Type, bounds: [Duration] = Histogram.latencyBounds
    ) -> Family<Labels, Histogram> {
        let family = Family<Labels, Histogram> { Histogram(bounds: bounds) }
        add(family, name, help, .histogram)
        return family
    }

    /// A gauge whose value is read at each scrape; omitted if `nil`.
    public func gauge(_ name: String, _ help: String, reading value: @escaping @Sendable () -> Double?) {
        add(name, help, .gauge) { text in
            if let value = value() { text.sample(name, .none, value) }
        }
    }

    /// A counter whose value is read at each scrape and never decreases; omitted if `nil`.
    public func counter(_ name: String, _ help: String, reading value: @escaping @Sendable () -> Double?) {
        add(name, help, .counter) { text in
            if let value = value() { text.sample(name, .none, value) }
        }
    }

    /// All metrics with their current values.
    public var text: String {
        var exposition = Exposition()
        for entry in entries.withLock({ $0 }) {
            exposition.begin(entry.name, entry.kind, help: entry.help)
            entry.write(&exposition)
        }
        return exposition.text
    }

    private func add<Labels, Member>(
        _ family: Family<Labels, Member>, _ name: String, _ help: String, _ kind: Exposition.Kind
    ) {
        precondition(
            Labels.names.allSatisfy { Exposition.isName($0, colons: false) && !$0.hasPrefix("__") && $0 != "le" },
            "\(Labels.names) are no labels")
        add(name, help, kind) { family.write(name, to: &$0) }
    }

    private func add(
        _ name: String, _ help: String, _ kind: Exposition.Kind, _ write: @escaping @Sendable (inout Exposition) -> Void
    ) {
        precondition(Exposition.isName(name, colons: true), "\(name) is no name of a metric")
        entries.withLock { entries in
            precondition(!entries.contains { $0.name == name }, "\(name) is taken")
            entries.append(Entry(name: name, help: help, kind: kind, write: write))
        }
    }
}
