import Bytes
import Synchronization

/// How many connections each subscriber has open, against a limit. See `IPAddress.subscriberNetwork`.
///
/// An address behind which many people stand, a proxy that is trusted, is not limited: see `Acceptor`.
final class ConnectionQuota: Sendable {
    private let limit: Int
    /// At most as many entries as there are connections.
    private let open = Mutex<[IPNetwork: Int]>([:])

    init(limit: Int) { self.limit = limit }

    /// Counts one more connection of a network; `false`, and nothing counted, where it has all that it may have.
    func take(_ network: IPNetwork) -> Bool {
        open.withLock { open in
            let count = open[network, default: 0]
            guard count < limit else { return false }
            open[network] = count + 1
            return true
        }
    }

    /// A connection that was counted has ended.
    func giveBack(_ network: IPNetwork) {
        open.withLock { open in
            guard let count = open[network] else { return }
            open[network] = count > 1 ? count - 1 : nil
        }
    }
}
