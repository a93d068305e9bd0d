import Chat
import Synchronization

extension Clock {
    /// A clock that advances by some milliseconds at each reading, so that no two times are equal.
    static func ticking() -> Clock {
        let moment = Ticker()
        return Clock { moment.tick() }
    }
}

private final class Ticker: Sendable {
    // 2026-11-21T10:00:00Z
    private let moment = Mutex(Timestamp(milliseconds: 1_795_255_200_000))

    func tick() -> Timestamp {
        moment.withLock { moment in
            moment = moment.adding(.milliseconds(7))
            return moment
        }
    }
}
