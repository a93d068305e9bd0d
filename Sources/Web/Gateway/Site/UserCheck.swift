import Accounts
import Chat
import HTTP
import Logging
import Synchronization

/// When it was last found out that the backend still knows somebody who is signed in.
final class UserCheck: Sendable {
    /// How long that is believed.
    static let interval = Duration.seconds(60)
    /// How many people are remembered; beyond that all are asked about once more.
    private static let maximumPeople = 10_000

    private let checked = Mutex<[UserID: Timestamp]>([:])

    /// Whether it is time to ask; whoever is told so is to do it. At sign-in it was known.
    func isDue(_ session: Session, now: Timestamp) -> Bool {
        checked.withLock { checked in
            let last = max(checked[session.user] ?? session.signedInAt, session.signedInAt)
            guard now >= last.adding(Self.interval) else { return false }
            if checked.count >= Self.maximumPeople { checked = [:] }
            checked[session.user] = now
            return true
        }
    }
}

extension Site {
    /// Asks beside a request, now and then, whether the backend still knows who sends it: not every page needs it to.
    func checkUser(_ visit: Visit) {
        guard let session = visit.session, parts.userCheck.isDue(session, now: visit.time.now) else { return }
        Task { await parts.ending.isGone(session.user, visit) }
    }
}
