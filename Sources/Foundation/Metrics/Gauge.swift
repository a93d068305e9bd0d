import Synchronization

/// A value that goes up and down.
public final class Gauge: Metric {
    private let amount = Atomic<Int>(0)

    public init() {}

    public var value: Int { amount.load(ordering: .relaxed) }

    public func set(_ value: Int) { amount.store(value, ordering: .relaxed) }

    /// Adds `difference`, which may be negative.
    public func change(by difference: Int) { amount.add(difference, ordering: .relaxed) }

    public func write(_ name: String, _ labels: LabelSet, to text: inout Exposition) {
        text.sample(name, labels, Double(value))
    }
}
