extension IPAddress: LosslessStringConvertible {
    private typealias Text = Slice<UnsafeBufferPointer<UInt8>>

    /// Reads what `inet_pton` reads: four decimal numbers without leading zeros, or the text of an IPv6 address (RFC 4291
    /// §2.2) without a zone.
    public init?(_ text: String) {
        var text = text
        let address = text.withUTF8 { utf8 in
            Self.v4(utf8[...]).map { Self(v4: $0) } ?? Self.v6(utf8[...]).map { Self(v6: $0) }
        }
        guard let address else { return nil }
        self = address
    }

    private static func v4(_ text: Text) -> UInt32? {
        var number: UInt32 = 0
        var dots = 0
        var part: UInt32?
        for byte in text {
            if let digit = byte.decimalValue {
                guard part != 0 else { return nil }
                let value = (part ?? 0) * 10 + UInt32(digit)
                guard value <= UInt8.max else { return nil }
                part = value
            } else {
                guard byte == UInt8(ascii: "."), dots < 3, let ended = part else { return nil }
                number = number << 8 | ended
                dots += 1
                part = nil
            }
        }
        guard dots == 3, let part else { return nil }
        return number << 8 | part
    }

    private static func v6(_ text: Text) -> UInt128? {
        let colon = UInt8(ascii: ":")
        var (number, groups): (UInt128, Int) = (0, 0)
        /// How many groups stand before `::`.
        var gap: Int?
        var rest = text
        if rest.starts(with: [colon, colon]) {
            gap = 0
            rest = rest.dropFirst(2)
            if rest.isEmpty { return 0 }
        }
        repeat {
            let part = rest.prefix { $0 != colon }
            if groups < 8, let group = group(part) {
                (number, groups) = (number << 16 | UInt128(group), groups + 1)
            } else if groups < 7, part.endIndex == text.endIndex, let v4 = v4(part) {
                (number, groups) = (number << 32 | UInt128(v4), groups + 2)
            } else {
                return nil
            }
            rest = rest[part.endIndex...]
            guard rest.popFirst() != nil else { break }
            if rest.first == colon {
                guard gap == nil else { return nil }
                gap = groups
                rest = rest.dropFirst()
            } else if rest.isEmpty {
                return nil
            }
        } while !rest.isEmpty
        guard let gap else { return groups == 8 ? number : nil }
        guard groups < 8 else { return nil }
        let tailBits = 16 * (groups - gap)
        let tail = number & ((1 << tailBits) - 1)
        return (number >> tailBits) << (16 * (8 - gap)) | tail
    }

    /// One to four hexadecimal digits.
    private static func group(_ text: Text) -> UInt16? {
        guard (1...4).contains(text.count) else { return nil }
        var group: UInt16 = 0
        for byte in text {
            guard let digit = byte.hexadecimalValue else { return nil }
            group = group << 4 | UInt16(digit)
        }
        return group
    }
}

extension IPAddress: CustomStringConvertible {
    /// Each address in one way only: IPv6 as RFC 5952 §4 has it.
    public var description: String {
        guard let v4 else { return v6Description }
        // By hand, for it is asked for each request.
        return String(unsafeUninitializedCapacity: 15) { text in
            var end = 0
            func write(_ byte: UInt8) {
                text[end] = byte
                end += 1
            }
            for shift in stride(from: 24, through: 0, by: -8) {
                let number = UInt8(truncatingIfNeeded: v4 >> shift)
                if number >= 100 { write(UInt8(ascii: "0") + number / 100) }
                if number >= 10 { write(UInt8(ascii: "0") + number / 10 % 10) }
                write(UInt8(ascii: "0") + number % 10)
                if shift > 0 { write(UInt8(ascii: ".")) }
            }
            return end
        }
    }

    private var v6Description: String {
        let groups = (0..<8).map { UInt16(truncatingIfNeeded: number >> (112 - 16 * $0)) }
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
