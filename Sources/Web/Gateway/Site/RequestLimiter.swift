import Accounts
import Bytes
import Chat
import Synchronization

/// Counts requests against budgets, by person or by address.
final class RequestLimiter: Sendable {
    /// Who asks.
    enum Asker: Hashable, Sendable {
        case person(UserID)
        case address(IPNetwork)
    }

    /// How many askers are remembered for each budget: about 1 MB.
    static let standardMaximumAskers = 10_000

    private let quotas: Mutex<[RequestBudget: KeyedQuota<Asker>]>

    init(maximumAskers: Int = standardMaximumAskers) {
        quotas = Mutex(
            Dictionary(
                uniqueKeysWithValues: RequestBudget.allCases.map {
                    ($0, KeyedQuota($0.rate, maximumKeys: maximumAskers))
                }))
    }

    /// How many askers are remembered, over all budgets.
    var count: Int { quotas.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    /// Takes one request from a budget.
    ///
    /// - Returns: how long to wait where the budget is used up; `nil` where the request may go on.
    func take(_ budget: RequestBudget, by asker: Asker, now: Timestamp) -> Duration? {
        quotas.withLock { $0[budget]?.take(asker, now: now) }
    }
}

extension RequestBudget {
    fileprivate var rate: CellRate { CellRate(burst, in: .seconds(60) / perMinute * burst) }
}
