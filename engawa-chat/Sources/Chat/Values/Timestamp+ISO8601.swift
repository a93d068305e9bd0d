import Bytes

extension Timestamp {
    /// Reads `2026-11-21T10:28:26.598Z`, with or without a fraction, in UTC only (RFC 3339 §5.6).
    ///
    /// Real backends use both forms. Digits after milliseconds are dropped.
    public init?(iso8601 text: some StringProtocol) {
        guard let timestamp = text.withBytes({ Self(iso8601: $0) }) else { return nil }
        self = timestamp
    }

    /// Reads the same form in UTF-8.
    public init?(iso8601 utf8: UnsafeBufferPointer<UInt8>) {
        guard utf8.count >= Self.shortest, utf8[4] == UInt8(ascii: "-"), utf8[7] == UInt8(ascii: "-"),
            utf8[10] == UInt8(ascii: "T"), utf8[13] == UInt8(ascii: ":"), utf8[16] == UInt8(ascii: ":"),
            let century = Self.number(utf8, 0), let year = Self.number(utf8, 2), let month = Self.number(utf8, 5),
            let day = Self.number(utf8, 8), let hour = Self.number(utf8, 11), let minute = Self.number(utf8, 14),
            let second = Self.number(utf8, 17),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61,
            let fraction = Self.fraction(UnsafeBufferPointer(rebasing: utf8[(Self.shortest - 1)...]))
        else { return nil }
        let date = CivilDate(year: century * 100 + year, month: month, day: day)
        let days = date.daysSinceEpoch
        // Every month has 28 days.
        guard day <= 28 || CivilDate(daysSinceEpoch: days).day == day else { return nil }
        milliseconds = (((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000 + fraction
    }

    /// `2026-11-21T10:28:26Z`
    private static var shortest: Int { 20 }

    /// Two digits.
    private static func number(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int64? {
        guard let tens = utf8[index].decimalValue, let ones = utf8[index + 1].decimalValue else { return nil }
        return Int64(tens * 10 + ones)
    }

    /// The milliseconds of `.598Z` or of `Z`.
    private static func fraction(_ utf8: UnsafeBufferPointer<UInt8>) -> Int64? {
        let end = utf8.count - 1
        guard utf8[end] == UInt8(ascii: "Z") else { return nil }
        if end == 0 { return 0 }
        guard utf8[0] == UInt8(ascii: "."), end > 1 else { return nil }
        var (fraction, weight): (Int64, Int64) = (0, 100)
        for index in 1..<end {
            guard let digit = utf8[index].decimalValue else { return nil }
            fraction += Int64(digit) * weight
            weight /= 10
        }
        return fraction
    }

    /// `2026-11-21T10:28:26.598Z`: always with three fractional digits, because the backend compares timestamps as
    /// strings.
    public var iso8601: String {
        String(unsafeUninitializedCapacity: Self.iso8601Bytes) { buffer in
            if let start = buffer.baseAddress { writeISO8601(to: start) }
            return Self.iso8601Bytes
        }
    }

    /// The length of `iso8601`.
    public static var iso8601Bytes: Int { 24 }

    /// The length of the part of `iso8601` that is the same within a minute.
    public static var iso8601MinuteBytes: Int { 17 }

    /// Writes `iso8601` into `iso8601Bytes` bytes of memory.
    public func writeISO8601(to memory: UnsafeMutableRawPointer) {
        let (days, time) = milliseconds.quotientAndRemainder(flooringBy: 86_400_000)
        let date = CivilDate(daysSinceEpoch: days)
        let text = memory.assumingMemoryBound(to: UInt8.self)
        let seconds = Int(time / 1_000)
        Self.write(Int(date.year / 100), to: text, then: "0")
        Self.write(Int(date.year % 100), to: text + 2, then: "-")
        Self.write(Int(date.month), to: text + 5, then: "-")
        Self.write(Int(date.day), to: text + 8, then: "T")
        Self.write(seconds / 3_600, to: text + 11, then: ":")
        Self.write(seconds / 60 % 60, to: text + 14, then: ":")
        writeISO8601Seconds(to: memory + Self.iso8601MinuteBytes)
    }

    /// Writes the part of `iso8601` after the minute.
    public func writeISO8601Seconds(to memory: UnsafeMutableRawPointer) {
        let time = Int(milliseconds.quotientAndRemainder(flooringBy: 60_000).remainder)
        let text = memory.assumingMemoryBound(to: UInt8.self)
        Self.write(time / 1_000, to: text, then: ".")
        text[3] = UInt8(truncatingIfNeeded: 48 + time % 1_000 / 100)
        Self.write(time % 100, to: text + 4, then: "Z")
    }

    /// Writes the last two digits of `value`.
    private static func write(_ value: Int, to text: UnsafeMutablePointer<UInt8>, then separator: Unicode.Scalar) {
        text[0] = UInt8(truncatingIfNeeded: 48 + value / 10 % 10)
        text[1] = UInt8(truncatingIfNeeded: 48 + value % 10)
        text[2] = UInt8(ascii: separator)
    }
}

/// A day of the proleptic Gregorian calendar.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil` and `civil_from_days`.
public struct CivilDate: Hashable, Comparable, Sendable {
    public let year: Int64
    /// 1…12
    public let month: Int64
    /// 1…31
    public let day: Int64

    public init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    public init(daysSinceEpoch days: Int64) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(flooringBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01.
    public var daysSinceEpoch: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shiftedYear.quotientAndRemainder(flooringBy: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// 0 is Sunday … 6 is Saturday.
    public var weekday: Int { Int((daysSinceEpoch + 4).quotientAndRemainder(flooringBy: 7).remainder) }

    public static func < (left: Self, right: Self) -> Bool { left.daysSinceEpoch < right.daysSinceEpoch }
}

extension Int64 {
    /// Division that rounds down, so that the remainder is never negative.
    func quotientAndRemainder(flooringBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
