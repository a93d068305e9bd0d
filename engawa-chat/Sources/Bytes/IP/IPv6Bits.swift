/// The 128 bits of an IPv6 address; the first byte on the wire is the highest.
///
/// Not `UInt128`, which apps only have from iOS 18 and macOS 15 on.
public struct IPv6Bits: Hashable, Sendable, BitwiseCopyable {
    static let bitWidth = 128

    var high: UInt64
    var low: UInt64

    /// - Parameters:
    ///   - high: the first eight bytes on the wire.
    ///   - low: the last eight.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// - Parameter bits: as they are on the wire.
    init(onWire bits: IPv6Bits) {
        self.init(high: UInt64(bigEndian: bits.high), low: UInt64(bigEndian: bits.low))
    }

    /// The bits with all behind the first `count` set to 0.
    func first(_ count: Int) -> IPv6Bits {
        // Shifting by as many bits as there are, or more, gives 0.
        IPv6Bits(high: high & ~(.max >> count), low: low & ~(.max >> Swift.max(count - UInt64.bitWidth, 0)))
    }

    /// The eight groups of 16 bits of which the text consists.
    var groups: [UInt16] {
        [high, low].flatMap { half in (0..<4).map { UInt16(truncatingIfNeeded: half >> (48 - 16 * $0)) } }
    }
}
