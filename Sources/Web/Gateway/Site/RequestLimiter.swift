import Accounts
import Bytes
import Chat
import Synchronization

/// Counts requests against budgets, by user or by address.
final class RequestLimiter: Sendable {
    /// The sender of a request.
    enum Requester: Hashable, Sendable {
        case person(UserID)
        case address(IPNetwork)
    }

    /// The number of requesters that are remembered for each budget: about 1 MB.
    static let standardMaximumRequesters = 10_000

    private let quotas: Mutex<[RequestBudget: KeyedQuota<Requester>]>

    init(maximumRequesters: Int = standardMaximumRequesters) {
        quotas = Mutex(
            Dictionary(
                uniqueKeysWithValues: RequestBudget.allCases.map { budget in
                    let (burst, perMinute) = budget.size
                    let rate = CellRate(burst, in: .seconds(60) / perMinute * burst)
                    return (budget, KeyedQuota(rate, maximumKeys: maximumRequesters))
                }))
    }

    /// The number of requesters that are remembered, over all budgets.
    var count: Int { quotas.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    /// Takes one request from a budget.
    ///
    /// - Returns: `nil` if the budget allows the request, or else how long to wait.
    func take(_ budget: RequestBudget, by requester: Requester, now: Timestamp) -> Duration? {
        quotas.withLock { $0[budget]?.take(requester, now: now) }
    }
}
