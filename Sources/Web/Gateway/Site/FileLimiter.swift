import Chat
import HTTP
import Synchronization

/// Bounds the files of data that are made and sent at the same time: each is in memory as a whole until it has been sent.
final class FileLimiter: Sendable {
    /// How many for one person.
    static let maximumPerPerson = 1
    /// How many in all.
    static let standardMaximum = 4
    /// When a file that was refused may be asked for again.
    static let retryTime = Duration.seconds(5)

    enum Refusal: Error {
        /// The person's own is not sent yet.
        case ownUnderWay
        /// Those of others take all the room.
        case full
    }

    private let maximum: Int
    private let people = PersonLimiter(maximum: maximumPerPerson)
    private let count = Mutex(0)

    init(maximum: Int = standardMaximum) { self.maximum = maximum }

    /// Counts a file until the lease ends, which belongs to the response.
    ///
    /// - Parameter isLimited: whether there is a limit for one person.
    func begin(for user: UserID, isLimited: Bool) throws(Refusal) -> Lease {
        guard people.acquire(for: user, isLimited: isLimited) else { throw .ownUnderWay }
        let isFree = count.withLock { count in
            guard count < maximum else { return false }
            count += 1
            return true
        }
        guard isFree else {
            people.release(user)
            throw .full
        }
        return Lease { [self] in
            count.withLock { $0 -= 1 }
            people.release(user)
        }
    }
}
