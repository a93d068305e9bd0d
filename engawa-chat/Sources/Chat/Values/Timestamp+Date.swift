#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Timestamp {
    /// The millisecond that is nearest to `date`; the first or the last representable one for what lies beyond.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }

    /// To the millisecond for the times that people write; a `Date` has 53 bits.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
