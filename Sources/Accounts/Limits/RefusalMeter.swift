public import Chat
import Synchronization

/// Keeps one address from filling the audit log with what was refused to it. What goes beyond its share is counted, and the
/// next line from there says how many were left out.
public final class RefusalMeter: Sendable {
    /// How many lines one address may cause at once; so many again in `time`.
    public static let lines = 60
    public static let time = Duration.seconds(600)

    private let quota: AddressQuota
    private let leftOut = Mutex<[AddressGroup: Int]>([:])

    public init(clock: Clock = .system) { quota = AddressQuota(Self.lines, in: Self.time, clock: clock) }

    /// - Parameter address: without port; one that is unknown is not limited.
    /// - Returns: how many lines were left out before this one; `nil` where this one is to be left out too.
    public func admit(_ address: String?) -> Int? {
        guard let group = address.flatMap({ AddressGroup($0) }) else { return 0 }
        let isFull = quota.take(address) != nil
        return leftOut.withLock { leftOut in
            guard isFull else { return leftOut.removeValue(forKey: group) ?? 0 }
            // Of addresses beyond the memory only the count is lost.
            if leftOut.count < AddressQuota.maximumAddresses || leftOut[group] != nil {
                leftOut[group, default: 0] += 1
            }
            return nil
        }
    }
}
