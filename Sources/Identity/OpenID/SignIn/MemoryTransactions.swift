import Synchronization

/// Transactions in memory; a restart loses them.
public final class MemoryTransactions: TransactionStore {
    /// The maximum number of transactions; beyond that the oldest are dropped, as anyone can start many.
    public static let maximumCount = 10_000

    private struct State {
        var transactions: [String: SignInTransaction] = [:]
        /// The oldest first; may include consumed ones.
        var order: [String] = []
    }

    private let state = Mutex(State())

    public init() {}

    public func keep(_ transaction: SignInTransaction) {
        state.withLock { state in
            state.transactions[transaction.state] = transaction
            state.order.append(transaction.state)
            if state.order.count > Self.maximumCount * 2 {
                state.order.removeAll { state.transactions[$0] == nil }
            }
            while state.transactions.count > Self.maximumCount, let oldest = state.order.first {
                state.order.removeFirst()
                state.transactions[oldest] = nil
            }
        }
    }

    public func replace(
        state name: String, _ change: (SignInTransaction) -> SignInTransaction?
    ) -> Bool {
        state.withLock { state in
            guard let changed = state.transactions[name].flatMap(change) else { return false }
            state.transactions[name] = changed
            return true
        }
    }

    public func take(state name: String) -> SignInTransaction? {
        state.withLock { $0.transactions.removeValue(forKey: name) }
    }
}
