import Chat

/// The failures of many accounts or addresses, in bounded memory.
///
/// An attacker can't erase failures by filling the memory. A separate record with more than the free failures is kept
/// until it expires. One with fewer may be evicted; its count is then moved to a shared record, which is the starting
/// point for all keys of that slot. If only records of the first kind are left, further failures are counted in the
/// shared records. The assignment of keys to shared records is random and differs between processes.
struct AttemptRecords<Key: Hashable & Sendable>: Sendable {
    private struct Record: Sendable {
        var failures: Int
        var lastFailure: Timestamp
        /// `nil` if there is no wait.
        var blockedUntil: Timestamp?

        func isLive(_ now: Timestamp) -> Bool { now < lastFailure.adding(AttemptLimiter.memory) }
    }

    /// The number of shared records.
    private static var sharedCount: Int { 4_096 }
    /// The pause between two scans for evictable records after one that found few.
    private static var scanPause: Duration { .seconds(10) }

    private let policy: AttemptLimiter.Policy
    private let maximumCount: Int
    private var own: [Key: Record] = [:]
    private var shared = [Record?](repeating: nil, count: sharedCount)
    private var nextScan: Timestamp?

    /// - Parameter maximumCount: the maximum number of separate records.
    init(_ policy: AttemptLimiter.Policy, maximumCount: Int) {
        self.policy = policy
        self.maximumCount = maximumCount
    }

    /// The number of separate records.
    var count: Int { own.count }

    /// The time before which no attempt is permitted.
    func blockedUntil(_ key: Key) -> Timestamp? { (own[key] ?? shared[slot(key)])?.blockedUntil }

    mutating func fail(_ key: Key, now: Timestamp) {
        let slot = slot(key)
        let isOwn = own[key] != nil || makeRoom(now)
        var record = own[key] ?? shared[slot] ?? Record(failures: 0, lastFailure: now)
        if !record.isLive(now) { record.failures = 0 }
        record.failures += 1
        record.lastFailure = now
        record.blockedUntil = now.adding(policy.delay(after: record.failures))
        if isOwn { own[key] = record } else { shared[slot] = record }
    }

    /// Takes back one failure.
    mutating func takeBack(_ key: Key) {
        let slot = slot(key)
        let isOwn = own[key] != nil
        guard var record = own[key] ?? shared[slot] else { return }
        record.failures -= 1
        record.blockedUntil = record.lastFailure.adding(policy.delay(after: record.failures))
        let kept = record.failures > 0 ? record : nil
        if isOwn { own[key] = kept } else { shared[slot] = kept }
    }

    /// Takes back all failures, or one if they are counted in a shared record.
    mutating func clear(_ key: Key) {
        if own.removeValue(forKey: key) == nil { takeBack(key) }
    }

    private func slot(_ key: Key) -> Int { Int(UInt(bitPattern: key.hashValue) % UInt(Self.sharedCount)) }

    /// Evicts expired records, and if that is not enough, a tenth of those below the free failures.
    ///
    /// - Returns: whether there is room for another record.
    private mutating func makeRoom(_ now: Timestamp) -> Bool {
        guard own.count >= maximumCount else { return true }
        if let nextScan, now < nextScan { return false }
        own = own.filter { $0.value.isLive(now) }
        let share = max(1, maximumCount / 10)
        if own.count > maximumCount - share {
            let candidates = own.filter { $0.value.failures <= policy.freeFailures }.sorted {
                ($0.value.failures, $0.value.lastFailure) < ($1.value.failures, $1.value.lastFailure)
            }
            for (key, record) in candidates.prefix(share) { forget(key, record, now) }
        }
        // A scan visits all records, so it is not repeated immediately if it found few.
        nextScan = own.count > maximumCount - share ? now.adding(Self.scanPause) : nil
        return own.count < maximumCount
    }

    private mutating func forget(_ key: Key, _ record: Record, _ now: Timestamp) {
        own[key] = nil
        let slot = slot(key)
        guard var kept = shared[slot], kept.isLive(now) else {
            shared[slot] = Record(failures: record.failures, lastFailure: record.lastFailure)
            return
        }
        kept.failures = max(kept.failures, record.failures)
        kept.lastFailure = max(kept.lastFailure, record.lastFailure)
        shared[slot] = kept
    }
}
