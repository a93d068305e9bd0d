import Chat
import Synchronization

/// How many event streams each person has open, over all their sessions.
///
/// It holds people with open streams only, so it is bounded by the connections of the server.
final class StreamPlaces: Sendable {
    /// One stream is enough for all tabs of a browser with shared workers; others open one a tab.
    static let maximumPerPerson = 64
    /// When a refused browser may try again.
    static let retryTime = Duration.seconds(30)

    private let counts = Mutex<[UserID: Int]>([:])

    /// A place for one stream, until it is given back or nobody holds it any more; `nil` where the person has as many as
    /// one may have.
    ///
    /// - Parameter isLimited: whether there is a limit at all.
    func take(for user: UserID, isLimited: Bool = true) -> StreamPlace? {
        counts.withLock { counts in
            guard !isLimited || counts[user, default: 0] < Self.maximumPerPerson else { return nil }
            counts[user, default: 0] += 1
            return StreamPlace(of: user, in: self)
        }
    }

    fileprivate func giveBack(_ user: UserID) {
        counts.withLock { counts in
            let rest = counts[user, default: 1] - 1
            counts[user] = rest > 0 ? rest : nil
        }
    }
}

/// The place of one stream among those of its person.
final class StreamPlace: Sendable {
    private let user: UserID
    private let places: StreamPlaces
    private let isHeld = Mutex(true)

    fileprivate init(of user: UserID, in places: StreamPlaces) {
        self.user = user
        self.places = places
    }

    deinit { giveBack() }

    /// Does nothing the second time.
    func giveBack() {
        let wasHeld = isHeld.withLock { isHeld in
            defer { isHeld = false }
            return isHeld
        }
        if wasHeld { places.giveBack(user) }
    }
}
