import Synchronization

/// The ids of sessions for which something was done already. Bounded: when it is full, it begins anew, and the thing is
/// done once more.
final class SessionMemory: Sendable {
    /// The maximum number of ids.
    static let maximum = 10_000

    private let ids = Mutex<Set<String>>([])

    /// Adds an id; `false` if it was there.
    func insert(_ id: String) -> Bool {
        ids.withLock { ids in
            if ids.count >= Self.maximum { ids = [] }
            return ids.insert(id).inserted
        }
    }
}
