import Bytes
public import Chat
import Synchronization

/// How often one address may do something that costs others work: a store of so many times, which fills up again evenly.
public final class AddressQuota: Sendable {
    /// How many addresses are remembered; beyond that, those with the most times left are forgotten.
    public static let maximumAddresses = 10_000

    private let clock: Clock
    private let quota: Mutex<KeyedQuota<IPNetwork>>

    /// - Parameters:
    ///   - count: how many times at once.
    ///   - time: in which an empty store fills up.
    public init(_ count: Int, in time: Duration, clock: Clock = .system) {
        self.clock = clock
        quota = Mutex(KeyedQuota(CellRate(count, in: time), maximumKeys: Self.maximumAddresses))
    }

    /// Takes one time from the store.
    ///
    /// - Parameter address: without port; one that is unknown is not limited.
    /// - Returns: how long to wait where the store is empty; `nil` where it may be done.
    public func take(_ address: String?) -> Duration? {
        guard let network = address.flatMap({ IPAddress($0)?.subscriberNetwork }) else { return nil }
        let now = clock.now()
        return quota.withLock { $0.take(network, now: now) }
    }
}
