extension Timestamp {
    /// Reads `2026-11-21T10:28:26.598Z`, with or without a fraction, in UTC only (RFC 3339 §5.6).
    ///
    /// Both forms come from real backends. Digits beyond milliseconds are dropped.
    public init?(iso8601 text: some StringProtocol) {
        var bytes = text.utf8.makeIterator()
        func number(_ digits: Int) -> Int64? {
            var value: Int64 = 0
            for _ in 0..<digits {
                guard let byte = bytes.next(), (48...57).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - 48)
            }
            return value
        }
        func skip(_ expected: Character) -> Bool { bytes.next() == expected.asciiValue }
        guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2), skip("T"),
            let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        var fraction: Int64 = 0
        var next = bytes.next()
        if next == UInt8(ascii: ".") {
            var weight: Int64 = 100
            next = bytes.next()
            guard let first = next, (48...57).contains(first) else { return nil }
            while let byte = next, (48...57).contains(byte) {
                fraction += Int64(byte - 48) * weight
                weight /= 10
                next = bytes.next()
            }
        }
        guard next == UInt8(ascii: "Z"), bytes.next() == nil else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSinceEpoch
        guard CivilDate(daysSinceEpoch: days).day == day else { return nil }
        milliseconds = (((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000 + fraction
    }

    /// `2026-11-21T10:28:26.598Z`: always with three digits of fraction,
    /// since the backend compares moments as strings.
    public var iso8601: String {
        let (days, time) = milliseconds.quotientAndRemainder(flooringBy: 86_400_000)
        let date = CivilDate(daysSinceEpoch: days)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        func write(_ value: Int64, digits: Int) {
            var divisor: Int64 = 1
            for _ in 1..<digits { divisor *= 10 }
            while divisor > 0 {
                bytes.append(UInt8(48 + value / divisor % 10))
                divisor /= 10
            }
        }
        func write(_ character: Character) { bytes.append(character.asciiValue ?? 63) }
        write(date.year, digits: 4)
        write("-")
        write(date.month, digits: 2)
        write("-")
        write(date.day, digits: 2)
        write("T")
        write(time / 3_600_000, digits: 2)
        write(":")
        write(time / 60_000 % 60, digits: 2)
        write(":")
        write(time / 1_000 % 60, digits: 2)
        write(".")
        write(time % 1_000, digits: 3)
        write("Z")
        return String(decoding: bytes, as: UTF8.self)
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
