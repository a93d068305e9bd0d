public import Chat
import Synchronization

/// A clock that moves only when told to.
public final class ManualClock: Sendable {
    private let moment: Mutex<Timestamp>

    /// - Parameter start: 2026-11-21T10:00:00Z unless told.
    public init(start: Timestamp = Timestamp(milliseconds: 1_795_255_200_000)) { moment = Mutex(start) }

    public var now: Timestamp { moment.withLock { $0 } }

    /// The clock as others read it.
    public var clock: Clock { Clock { self.now } }

    /// Moves forwards, or backwards by a negative duration.
    public func advance(by duration: Duration) { moment.withLock { $0 = $0.adding(duration) } }
}
