import CZlib

/// A content coding (RFC 9110 §8.4.1) for assets and pages.
///
/// Brotli would save a few kilobytes of assets that each browser fetches once, and would cost 0.6 MB of memory.
public enum ContentCoding: String, Sendable, CaseIterable {
    /// RFC 1952.
    case gzip

    /// How much time compression may take.
    public enum Effort: Sendable {
        /// For compressing during a request: a page of 63 kB becomes 8 kB in 0.4 ms.
        case little
        /// For compressing once.
        case most

        var level: Int32 { self == .little ? 5 : Z_BEST_COMPRESSION }

        /// The arguments of `deflateTune`: `good_length`, `max_lazy`, `nice_length` and `max_chain`. Chosen by pages of
        /// conversations: as small as with level 7, and a third sooner.
        var tuning: (Int32, Int32, Int32, Int32)? { self == .little ? (8, 32, 128, 48) : nil }

        /// The hash table of the highest level is larger, and takes a quarter of the time of a page.
        var memory: Int32 { self == .little ? 8 : MAX_MEM_LEVEL }
    }

    /// The compressed bytes; `nil` if compression fails or saves nothing.
    ///
    /// - Parameter parts: parts that are compressed each by itself. The rest is compressed without reference to them. The
    ///   bytes are UTF-8 then.
    public func compress(_ bytes: [UInt8], _ effort: Effort = .most, separating parts: SeparateParts? = nil) -> [UInt8]?
    {
        let compressed =
            switch self {
            case .gzip: bytes.withUnsafeBufferPointer { Gzip.compress($0, effort, separating: parts) }
            }
        return compressed.flatMap { $0.count < bytes.count ? $0 : nil }
    }
}
