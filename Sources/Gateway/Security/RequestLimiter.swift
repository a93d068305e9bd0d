import Accounts
import Chat
import Synchronization

/// Counts requests against budgets, by person or by address.
///
/// Of each bucket that is not full one moment is kept: when it will be full again (the generic cell rate algorithm, ITU-T
/// I.371 §A.1).
final class RequestLimiter: Sendable {
    /// Who asks.
    enum Asker: Hashable, Sendable {
        case person(UserID)
        case address(AddressGroup)
    }

    private struct Bucket: Hashable {
        let budget: RequestBudget
        let asker: Asker
    }

    /// How many buckets are remembered: about 2 MB. Full ones are forgotten first, then those that are nearest to it.
    static let standardMaximumBuckets = 20_000

    private let maximumBuckets: Int
    private let fullAt = Mutex<[Bucket: Timestamp]>([:])

    init(maximumBuckets: Int = standardMaximumBuckets) { self.maximumBuckets = max(10, maximumBuckets) }

    /// How many buckets are remembered.
    var count: Int { fullAt.withLock { $0.count } }

    /// Takes a token from a bucket.
    ///
    /// - Returns: how long to wait where the bucket is empty; `nil` where the request may go on.
    func take(_ budget: RequestBudget, by asker: Asker, now: Timestamp) -> Duration? {
        let bucket = Bucket(budget: budget, asker: asker)
        let interval = Duration.seconds(60) / budget.perMinute
        return fullAt.withLock { fullAt in
            let start = max(fullAt[bucket] ?? now, now)
            let ahead = Duration.milliseconds(start.milliseconds - now.milliseconds)
            let allowed = interval * (budget.burst - 1)
            guard ahead <= allowed else { return ahead - allowed }
            if fullAt.count >= maximumBuckets, fullAt[bucket] == nil { makeRoom(&fullAt, now) }
            fullAt[bucket] = start.adding(interval)
            return nil
        }
    }

    /// Forgets full buckets, and where that does not do, a tenth: so this costs little on average.
    private func makeRoom(_ fullAt: inout [Bucket: Timestamp], _ now: Timestamp) {
        fullAt = fullAt.filter { now < $0.value }
        guard fullAt.count >= maximumBuckets else { return }
        for (bucket, _) in fullAt.sorted(by: { $0.value < $1.value }).prefix(max(1, maximumBuckets / 10)) {
            fullAt[bucket] = nil
        }
    }
}
