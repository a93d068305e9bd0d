/// A time in milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Comparable, Sendable {
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// The time `duration` later, saturating at the first and the last representable time: timestamps from backends and
    /// databases can have any value.
    public func adding(_ duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let bound = Timestamp(milliseconds: duration < .zero ? .min : .max)
        let (whole, isWholeBeyond) = seconds.multipliedReportingOverflow(by: 1_000)
        let (change, isChangeBeyond) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        let (sum, isSumBeyond) = milliseconds.addingReportingOverflow(change)
        return isWholeBeyond || isChangeBeyond || isSumBeyond ? bound : Timestamp(milliseconds: sum)
    }

    /// The milliseconds from `earlier` to this time, negative if `earlier` is later; saturating.
    public func milliseconds(since earlier: Timestamp) -> Int64 {
        let (difference, isBeyond) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        return isBeyond ? (milliseconds < earlier.milliseconds ? .min : .max) : difference
    }
}

/// Returns the current time. Passed in wherever behaviour depends on time, so that tests need no sleeping.
public struct Clock: Sendable {
    public let now: @Sendable () -> Timestamp

    public init(now: @escaping @Sendable () -> Timestamp) { self.now = now }
}
