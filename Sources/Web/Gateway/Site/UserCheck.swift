import Accounts
import Chat
import HTTP
import Logging
import Synchronization

/// Remembers when it was last checked that the backend still has a user.
final class UserCheck: Sendable {
    /// The time between two checks of a user.
    static let interval = Duration.seconds(60)
    /// The number of users that are remembered. Beyond it all are dropped, and checked again.
    private static let maximumUsers = 10_000

    private let checked = Mutex<[UserID: Timestamp]>([:])

    /// Whether the user has to be checked now; the caller must do so. Sign-in counts as a check.
    func isDue(_ session: Session, now: Timestamp) -> Bool {
        checked.withLock { checked in
            let last = max(checked[session.user] ?? session.signedInAt, session.signedInAt)
            guard now >= last.adding(Self.interval) else { return false }
            if checked.count >= Self.maximumUsers { checked = [:] }
            checked[session.user] = now
            return true
        }
    }
}

extension Site {
    /// Checks concurrently with the request, from time to time, that the backend still has its user, because not every
    /// page asks the backend.
    func checkUser(_ visit: Visit) {
        guard let session = visit.session, parts.userCheck.isDue(session, now: visit.time.now) else { return }
        Task { await parts.ending.endIfDeleted(session.user, visit) }
    }
}
