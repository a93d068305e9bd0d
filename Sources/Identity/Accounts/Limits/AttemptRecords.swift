import Chat

/// The failures of many accounts or of many addresses, in bounded memory.
///
/// Filling the memory clears nobody's failures. A record with more failures than are free is kept until its time is over.
/// One with fewer may be forgotten, but its number goes to a record that it shares with others, with which whoever has
/// no own record begins. Where all own records are of the kind that is kept, failures count in the shared ones.
/// Which share one is random, and differs from process to process.
struct AttemptRecords<Key: Hashable & Sendable>: Sendable {
    private struct Record: Sendable {
        var failures: Int
        var lastFailure: Timestamp
        /// `nil` where it does not have to wait.
        var blockedUntil: Timestamp?

        func isLive(_ now: Timestamp) -> Bool { now < lastFailure.adding(AttemptLimiter.memory) }
    }

    /// How many shared records there are.
    private static var sharedCount: Int { 4_096 }
    /// How long nothing is looked for that may be forgotten, where little was found.
    private static var scanPause: Duration { .seconds(10) }

    private let policy: AttemptLimiter.Policy
    private let maximumCount: Int
    private var own: [Key: Record] = [:]
    private var shared = [Record?](repeating: nil, count: sharedCount)
    private var nextScan: Timestamp?

    /// - Parameter maximumCount: how many have a record of their own.
    init(_ policy: AttemptLimiter.Policy, maximumCount: Int) {
        self.policy = policy
        self.maximumCount = maximumCount
    }

    /// How many have a record of their own.
    var count: Int { own.count }

    /// Until when the next attempt has to wait.
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

    /// Takes one failure back.
    mutating func takeBack(_ key: Key) {
        let slot = slot(key)
        let isOwn = own[key] != nil
        guard var record = own[key] ?? shared[slot] else { return }
        record.failures -= 1
        record.blockedUntil = record.lastFailure.adding(policy.delay(after: record.failures))
        let kept = record.failures > 0 ? record : nil
        if isOwn { own[key] = kept } else { shared[slot] = kept }
    }

    /// Takes all failures back; where they are counted with those of others, one.
    mutating func clear(_ key: Key) {
        if own.removeValue(forKey: key) == nil { takeBack(key) }
    }

    private func slot(_ key: Key) -> Int { Int(UInt(bitPattern: key.hashValue) % UInt(Self.sharedCount)) }

    /// Forgets what is old, and where that does not do, a tenth of those that have failures to spare.
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
        // A scan costs as much as there are records: one that found little is not repeated at once.
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
