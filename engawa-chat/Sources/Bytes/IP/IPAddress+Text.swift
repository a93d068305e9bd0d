#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension IPAddress: LosslessStringConvertible {
    /// Reads what inet_pton(3) reads: four decimal numbers without leading zeros, or the text of an IPv6 address (RFC
    /// 4291 §2.2) without a zone.
    public init?(_ text: String) {
        // The C library would stop reading at the zero.
        guard !text.utf8.contains(0) else { return nil }
        var (v4, v6) = (UInt32(0), IPv6Bits(high: 0, low: 0))
        if inet_pton(AF_INET, text, &v4) == 1 {
            self.init(v4: UInt32(bigEndian: v4))
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            self.init(v6: IPv6Bits(onWire: v6))
        } else {
            return nil
        }
    }
}

extension IPAddress: CustomStringConvertible {
    /// Each address in one way only: IPv6 as RFC 5952 §4 has it.
    public var description: String {
        guard let v4 else { return v6Description }
        return "\(v4 >> 24).\(v4 >> 16 & 255).\(v4 >> 8 & 255).\(v4 & 255)"
    }

    private var v6Description: String {
        let groups = bits.groups
        func text(_ groups: ArraySlice<UInt16>) -> String {
            groups.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard let gap = Self.longestZeros(groups) else { return text(groups[...]) }
        return text(groups[..<gap.lowerBound]) + "::" + text(groups[gap.upperBound...])
    }

    /// The first of the longest runs of two or more groups that are 0.
    private static func longestZeros(_ groups: [UInt16]) -> Range<Int>? {
        var longest = 0..<1
        var start = 0
        for (index, group) in groups.enumerated() {
            if group != 0 { start = index + 1 }
            if index + 1 - start > longest.count { longest = start..<(index + 1) }
        }
        return longest.count > 1 ? longest : nil
    }
}
