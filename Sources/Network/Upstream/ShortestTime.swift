/// The shortest of the last response times: an estimate of the network's round-trip time.
///
/// A busy machine delays some responses but never all, so the shortest one shows the network's latency (as in BBR,
/// draft-ietf-ccwg-bbr).
struct ShortestTime {
    /// The number of responses in a window. The minimum is taken over this window and the previous one, so an increase
    /// is noticed after two windows at the latest.
    static let window = 64

    private var before: Duration?
    private var current: Duration?
    private var count = 0

    /// `nil` before the first answer.
    var value: Duration? {
        guard let before, let current else { return before ?? current }
        return min(before, current)
    }

    mutating func note(_ time: Duration) {
        current = current.map { min($0, time) } ?? time
        count += 1
        guard count == Self.window else { return }
        (before, current, count) = (current, nil, 0)
    }
}
