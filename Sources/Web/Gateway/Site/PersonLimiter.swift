import Chat
import Synchronization

/// Counts what each person does at the same time, over all of the person's sessions, such as open event streams.
///
/// It remembers only people who do something now, so its size is bounded by the server's connections.
final class PersonLimiter: Sendable {
    private let maximum: Int
    private let counts = Mutex<[UserID: Int]>([:])

    /// - Parameter maximum: how much one person may do at the same time.
    init(maximum: Int) { self.maximum = maximum }

    /// Counts one more, until `release`.
    ///
    /// - Parameter isLimited: whether there is a limit at all.
    /// - Returns: `false` if the person does the maximum already.
    func acquire(for user: UserID, isLimited: Bool) -> Bool {
        counts.withLock { counts in
            guard !isLimited || counts[user, default: 0] < maximum else { return false }
            counts[user, default: 0] += 1
            return true
        }
    }

    func release(_ user: UserID) {
        counts.withLock { counts in
            let rest = counts[user, default: 1] - 1
            counts[user] = rest > 0 ? rest : nil
        }
    }
}
