import Accounts
import Bytes
import Chat
import Synchronization

/// Counts requests against budgets, by user and by address.
final class RequestLimiter: Sendable {
    /// The sender of a request.
    enum Requester: Hashable, Sendable {
        case person(UserID)
        case address(IPNetwork)
        /// All signed-in users of an address.
        case people(IPNetwork)
    }

    private struct Quotas {
        var single: KeyedQuota<Requester>
        var shared: KeyedQuota<Requester>?

        var count: Int { single.count + (shared?.count ?? 0) }
    }

    /// The number of requesters that are remembered for each budget: about 1 MB.
    static let standardMaximumRequesters = 10_000

    private let quotas: Mutex<[RequestBudget: Quotas]>

    init(maximumRequesters: Int = standardMaximumRequesters) {
        quotas = Mutex(
            Dictionary(
                uniqueKeysWithValues: RequestBudget.allCases.map { budget in
                    func quota(_ size: (burst: Int, perMinute: Int)) -> KeyedQuota<Requester> {
                        let rate = CellRate(size.burst, in: .seconds(60) / size.perMinute * size.burst)
                        return KeyedQuota(rate, maximumKeys: maximumRequesters)
                    }
                    return (budget, Quotas(single: quota(budget.size), shared: budget.sizeOfAddress.map(quota)))
                }))
    }

    /// The number of requesters that are remembered, over all budgets.
    var count: Int { quotas.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    /// Takes one request from a budget.
    ///
    /// - Returns: `nil` if the budget allows the request, or else how long to wait.
    func take(_ budget: RequestBudget, by requester: Requester, now: Timestamp) -> Duration? {
        quotas.withLock { quotas in
            if case .people = requester { return quotas[budget]?.shared?.take(requester, now: now) }
            return quotas[budget]?.single.take(requester, now: now)
        }
    }
}
