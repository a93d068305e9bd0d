import Chat
import Synchronization

extension Clock {
    /// A clock that goes on by some milliseconds each time it is read, so that no two moments are the same.
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
