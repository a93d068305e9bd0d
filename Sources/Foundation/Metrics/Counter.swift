import Synchronization

/// A counter that starts at 0 with the process and never decreases.
public final class Counter: Metric {
    private let count = Atomic<UInt64>(0)

    public init() {}

    public var value: UInt64 { count.load(ordering: .relaxed) }

    public func increment(by amount: Int = 1) {
        precondition(amount >= 0, "a counter never decreases")
        count.add(UInt64(amount), ordering: .relaxed)
    }

    public func write(_ name: String, _ labels: LabelSet, to text: inout Exposition) {
        text.sample(name, labels, Double(value))
    }
}
