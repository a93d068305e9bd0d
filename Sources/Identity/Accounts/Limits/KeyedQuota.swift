public import Chat

/// A `CellRate` for each of many keys. Not thread-safe: the owner holds it under a lock.
public struct KeyedQuota<Key: Hashable & Sendable>: Sendable {
    private let rate: CellRate
    private let maximumKeys: Int
    /// The time at which a key's quota is full again.
    private var full: [Key: Timestamp] = [:]

    /// The number of remembered keys.
    public var count: Int { full.count }

    /// - Parameter maximumKeys: beyond that, keys with the most quota left are dropped.
    public init(_ rate: CellRate, maximumKeys: Int) {
        self.rate = rate
        self.maximumKeys = maximumKeys
    }

    /// Uses the quota of `key` once.
    /// - Returns: how long to wait; `nil` if permitted.
    public mutating func take(_ key: Key, now: Timestamp) -> Duration? {
        switch rate.verdict(full[key], now: now) {
        case .wait(let time): return time
        case .allowed(let moment):
            if full.count >= maximumKeys, full[key] == nil { makeRoom(now) }
            full[key] = moment
            return nil
        }
    }

    /// Drops keys with a full quota, and if that is not enough, a tenth of all: the amortised cost is small.
    private mutating func makeRoom(_ now: Timestamp) {
        full = full.filter { now < $0.value }
        guard full.count >= maximumKeys else { return }
        for (key, _) in full.sorted(by: { $0.value < $1.value }).prefix(max(1, maximumKeys / 10)) { full[key] = nil }
    }
}
