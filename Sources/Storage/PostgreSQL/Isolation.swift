/// What a transaction sees of others (https://www.postgresql.org/docs/15/transaction-iso.html).
public enum Isolation: Sendable {
    /// Each query sees what was committed before it.
    case readCommitted
    /// As if transactions ran one after the other. One that another was in the way of is run again, and takes the lock of
    /// the table `queue` first: so those that are in each other's way do run one after the other, and all come to an end.
    case serializable(queue: String)

    /// How often a transaction is run where others are in its way.
    private static let attempts = 5
    private static let serializableAttempts = 20
    /// How often where there is a row with the same key. Two that insert it at once are in each other's way; where it is
    /// still there the next time, the transaction is wrong.
    private static let attemptsWithSameKey = 3

    func beginning(_ attempt: Int) -> [Query] {
        switch self {
        case .readCommitted: return [Query("BEGIN")]
        case .serializable(let queue):
            let begin = Query("BEGIN ISOLATION LEVEL SERIALIZABLE")
            // What a transaction sees is settled by its first query, and a lock is none: so it sees what those before it in
            // the queue have done.
            return attempt == 1 ? [begin] : [begin, Query("LOCK TABLE \(queue) IN EXCLUSIVE MODE")]
        }
    }

    func isToBeTriedAgain(_ error: PostgreSQLError, after attempt: Int) -> Bool {
        switch self {
        case .readCommitted: error.isConflict && attempt < Self.attempts
        case .serializable:
            error.isConflict && attempt < Self.serializableAttempts
                || error.isUniqueViolation && attempt < Self.attemptsWithSameKey
        }
    }
}
