import Synchronization

/// A histogram of durations: the number of observations in each bucket, and their sum.
///
/// A scrape during `observe` may see a duration in the buckets and not yet in the sum. The count is computed from the
/// buckets.
public final class Histogram: Metric {
    /// From half a millisecond to ten seconds, for pages and requests to a backend.
    public static let latencyBounds: [Duration] = [
        .microseconds(500), .milliseconds(1), .microseconds(2_500), .milliseconds(5), .milliseconds(10),
        .milliseconds(25), .milliseconds(50), .milliseconds(100), .milliseconds(250), .milliseconds(500),
        .seconds(1), .milliseconds(2_500), .seconds(5), .seconds(10),
    ]

    /// In nanoseconds, ascending.
    private let bounds: [Int64]
    /// One for each bound, and one for larger values.
    private let buckets: [Counter]
    private let nanoseconds = Atomic<Int64>(0)

    /// - Parameter bounds: the upper bounds of the buckets, ascending.
    public init(bounds: [Duration] = latencyBounds) {
        self.bounds = bounds.map(\.nanoseconds)
        precondition(zip(self.bounds, self.bounds.dropFirst()).allSatisfy { $0 < $1 }, "bounds rise")
        buckets = (0...bounds.count).map { _ in Counter() }
    }

    public func observe(_ duration: Duration) {
        let duration = duration.nanoseconds
        buckets[bounds.firstIndex { duration <= $0 } ?? bounds.count].increment()
        nanoseconds.add(duration, ordering: .relaxed)
    }

    public func write(_ name: String, _ labels: LabelSet, to text: inout Exposition) {
        var count: UInt64 = 0
        for (bucket, bound) in zip(buckets, bounds.map { Double($0) / 1e9 } + [.infinity]) {
            count += bucket.value
            text.sample("\(name)_bucket", labels.adding("le", Exposition.number(bound)), Double(count))
        }
        text.sample("\(name)_sum", labels, Double(nanoseconds.load(ordering: .relaxed)) / 1e9)
        text.sample("\(name)_count", labels, Double(count))
    }
}

extension Duration {
    /// In nanoseconds; `Int64` is enough for 292 years.
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
