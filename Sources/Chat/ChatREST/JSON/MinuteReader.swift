import Chat

/// Reads timestamps as `Timestamp.iso8601` writes them, one after the other: of those of one minute, which messages and
/// reactions mostly are, only the seconds from the second on.
struct MinuteReader {
    /// The timestamp read last, up to its minute, and when that began, in milliseconds.
    private(set) var last: (beginning: SIMD2<UInt64>, meaning: Int64)?

    init(last: (beginning: SIMD2<UInt64>, meaning: Int64)? = nil) { self.last = last }

    /// `nil` where the text is no timestamp.
    ///
    /// - Parameter text: `Timestamp.iso8601Bytes` bytes.
    mutating func read(_ text: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        precondition(text.count == Timestamp.iso8601Bytes, "not that long")
        let minute = UnsafeRawBufferPointer(text).loadUnaligned(as: SIMD2<UInt64>.self)
        let rest = Self.seconds(text)
        if let rest, let last, last.beginning.x == minute.x, last.beginning.y == minute.y {
            return Timestamp(milliseconds: last.meaning + rest)
        }
        guard let timestamp = Timestamp(iso8601: text) else { return nil }
        if let rest { last = (minute, timestamp.milliseconds - rest) }
        return timestamp
    }

    /// What `:26.598Z` behind the minute comes to in milliseconds; `nil` for anything else, and for a leap second.
    @inline(__always) private static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        func digit(_ index: Int) -> UInt8 { text[index] &- UInt8(ascii: "0") }
        guard text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "."), text[23] == UInt8(ascii: "Z"),
            digit(17) < 6, digit(18) < 10, digit(20) < 10, digit(21) < 10, digit(22) < 10
        else { return nil }
        let seconds = Int64(digit(17)) * 10 + Int64(digit(18))
        let fraction = Int64(digit(20)) * 100 + Int64(digit(21)) * 10 + Int64(digit(22))
        return seconds * 1_000 + fraction
    }
}
