public import OpenID
import Synchronization

/// The open sign-in transactions of a test.
public final class MemoryTransactions: TransactionStore {
    private let transactions = Mutex<[String: SignInTransaction]>([:])

    public init() {}

    public func keep(_ transaction: SignInTransaction) { transactions.withLock { $0[transaction.state] = transaction } }

    public func replace(
        state: String, _ change: @escaping @Sendable (SignInTransaction) -> SignInTransaction?
    ) -> Bool {
        transactions.withLock { transactions in
            guard let changed = transactions[state].flatMap(change) else { return false }
            transactions[state] = changed
            return true
        }
    }

    public func take(state: String) -> SignInTransaction? {
        transactions.withLock { $0.removeValue(forKey: state) }
    }
}
