public import Chat

/// How often each of many may do something, as `CellRate` has it. A value: whoever holds it keeps it under a lock.
public struct KeyedQuota<Key: Hashable & Sendable>: Sendable {
    private let rate: CellRate
    private let maximumKeys: Int
    /// When a key has all its times again.
    private var full: [Key: Timestamp] = [:]

    /// How many keys are remembered.
    public var count: Int { full.count }

    /// - Parameter maximumKeys: beyond that, those with the most times left are forgotten.
    public init(_ rate: CellRate, maximumKeys: Int) {
        self.rate = rate
        self.maximumKeys = maximumKeys
    }

    /// - Returns: how long to wait; `nil` where it may be done, which has taken one time.
    public mutating func take(_ key: Key, now: Timestamp) -> Duration? {
        switch rate.verdict(full[key], now: now) {
        case .wait(let time): return time
        case .allowed(let moment):
            if full.count >= maximumKeys, full[key] == nil { makeRoom(now) }
            full[key] = moment
            return nil
        }
    }

    /// Forgets those that have all their times, and where that does not do, a tenth: so this costs little on average.
    private mutating func makeRoom(_ now: Timestamp) {
        full = full.filter { now < $0.value }
        guard full.count >= maximumKeys else { return }
        for (key, _) in full.sorted(by: { $0.value < $1.value }).prefix(max(1, maximumKeys / 10)) { full[key] = nil }
    }
}
