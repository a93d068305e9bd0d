/// The number of requests and of failures in a sliding window of time.
///
/// The window consists of slices, so that memory is bounded, and moves by one slice at a time.
struct FailureWindow {
    private struct Slice {
        var number = Int64.min
        var requests = 0
        var failures = 0
    }

    private static let count = 10

    private let start: ContinuousClock.Instant
    /// In nanoseconds.
    private let sliceLength: Int64
    private var slices = [Slice](repeating: Slice(), count: count)

    init(_ length: Duration, from start: ContinuousClock.Instant) {
        self.start = start
        sliceLength = max(1, length.nanoseconds / Int64(Self.count))
    }

    mutating func record(isFailure: Bool, at now: ContinuousClock.Instant) {
        let number = number(at: now)
        let index = Int(number) % Self.count
        if slices[index].number != number { slices[index] = Slice(number: number) }
        slices[index].requests += 1
        if isFailure { slices[index].failures += 1 }
    }

    func counts(at now: ContinuousClock.Instant) -> (requests: Int, failures: Int) {
        let oldest = number(at: now) - Int64(Self.count)
        return slices.reduce(into: (requests: 0, failures: 0)) { sum, slice in
            guard slice.number > oldest else { return }
            sum.requests += slice.requests
            sum.failures += slice.failures
        }
    }

    /// Never negative: concurrent callers may pass their times out of order.
    private func number(at now: ContinuousClock.Instant) -> Int64 {
        max(0, (now - start).nanoseconds / sliceLength)
    }
}

extension Duration {
    /// Whole nanoseconds: 292 years fit.
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
