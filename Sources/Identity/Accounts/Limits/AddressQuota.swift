import Bytes
public import Chat
import Synchronization

/// A rate limit by IP address for expensive operations, with bursts.
public final class AddressQuota: Sendable {
    /// The maximum number of remembered addresses; beyond that, those with the most quota left are dropped.
    public static let maximumAddresses = 10_000

    private let clock: Clock
    private let quota: Mutex<KeyedQuota<IPNetwork>>

    /// - Parameters:
    ///   - count: the size of a burst.
    ///   - time: the time in which the full quota is refilled.
    public init(_ count: Int, in time: Duration, clock: Clock = .system) {
        self.clock = clock
        quota = Mutex(KeyedQuota(CellRate(count, in: time), maximumKeys: Self.maximumAddresses))
    }

    /// Uses the quota once.
    ///
    /// - Parameter address: without port; an unknown address is not limited.
    /// - Returns: how long to wait if the quota is exhausted; `nil` if the operation is permitted.
    public func take(_ address: String?) -> Duration? {
        guard let network = address.flatMap({ IPAddress($0)?.subscriberNetwork }) else { return nil }
        let now = clock.now()
        return quota.withLock { $0.take(network, now: now) }
    }
}
