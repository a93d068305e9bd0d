public import Chat
import Synchronization

/// How often one address may do something that costs others work: a store of so many times, which fills up again evenly.
///
/// Source: the generic cell rate algorithm (ITU-T I.371 §A.1), which keeps one moment for each address.
public final class AddressQuota: Sendable {
    /// How many addresses are remembered; beyond that, those that asked longest ago are forgotten.
    public static let maximumAddresses = 10_000

    private let count: Int
    private let interval: Duration
    private let clock: Clock
    /// When the store of an address is full again.
    private let full = Mutex<[AddressGroup: Timestamp]>([:])

    /// - Parameters:
    ///   - count: how many times at once.
    ///   - time: in which an empty store fills up.
    public init(_ count: Int, in time: Duration, clock: Clock = .system) {
        precondition(count > 0)
        self.count = count
        interval = time / count
        self.clock = clock
    }

    /// Takes one time from the store.
    ///
    /// - Parameter address: without port; one that is unknown is not limited.
    /// - Returns: how long to wait where the store is empty; `nil` where it may be done.
    public func take(_ address: String?) -> Duration? {
        guard let group = address.flatMap({ AddressGroup($0) }) else { return nil }
        let now = clock.now()
        return full.withLock { full in
            let start = max(full[group] ?? now, now)
            let ahead = Duration.milliseconds(start.milliseconds - now.milliseconds)
            let allowed = interval * (count - 1)
            guard ahead <= allowed else { return ahead - allowed }
            if full.count >= Self.maximumAddresses, full[group] == nil { Self.makeRoom(&full, now) }
            full[group] = start.adding(interval)
            return nil
        }
    }

    /// Forgets those whose store is full, and where that does not do, a tenth: so this costs little on average.
    private static func makeRoom(_ full: inout [AddressGroup: Timestamp], _ now: Timestamp) {
        full = full.filter { now < $0.value }
        guard full.count >= maximumAddresses else { return }
        for (group, _) in full.sorted(by: { $0.value < $1.value }).prefix(maximumAddresses / 10) { full[group] = nil }
    }
}
