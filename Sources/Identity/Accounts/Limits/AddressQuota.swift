import Bytes
public import Chat
import Synchronization

/// A rate limit by IP address for expensive operations, with bursts.
public final class AddressQuota: Sendable {
    /// The maximum number of remembered addresses; beyond that, those with the most quota left are dropped.
    public static let maximumAddresses = 10_000

    private let clock: Clock
    private let rate: CellRate
    private let shared: SharedQuota?
    private let quota: Mutex<KeyedQuota<IPNetwork>>

    /// - Parameters:
    ///   - count: the size of a burst.
    ///   - time: the time in which the full quota is refilled.
    ///   - shared: counts at all processes together. While it can't be reached, this process counts for itself.
    public init(_ count: Int, in time: Duration, shared: SharedQuota? = nil, clock: Clock = .system) {
        self.clock = clock
        self.shared = shared
        rate = CellRate(count, in: time)
        quota = Mutex(KeyedQuota(rate, maximumKeys: Self.maximumAddresses))
    }

    /// Uses the quota once.
    ///
    /// - Parameter address: without port; an unknown address is not limited.
    /// - Returns: how long to wait if the quota is exhausted; `nil` if the operation is permitted.
    public func take(_ address: String?) async -> Duration? {
        guard let network = address.flatMap({ IPAddress($0)?.subscriberNetwork }) else { return nil }
        let now = clock.now()
        if let shared {
            do { return try await shared.take(network, rate, now: now) } catch {
                // It can't be reached: counted below.
            }
        }
        return quota.withLock { $0.take(network, now: now) }
    }
}
