/// The shortest of the last times that answers took: what the way there and back takes at least.
///
/// A machine that is busy makes answers late, too, but never all of them: what the quickest took says how far away a
/// backend is (as BBR tells the length of a way by the least round-trip time, draft-ietf-ccwg-bbr).
struct ShortestTime {
    /// Of so many answers it is the shortest, and of at most twice as many: where the way becomes longer, it is noticed
    /// with the second of two such windows.
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
