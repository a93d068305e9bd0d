import Chat

/// A day that a date field sends: `2026-11-25` (WHATWG HTML §2.3.5.2).
struct FormDay: Comparable, CustomStringConvertible {
    let date: CivilDate

    init(_ date: CivilDate) { self.date = date }

    init?(_ text: String) {
        guard text.utf8.count == 10, let midnight = Timestamp(iso8601: "\(text)T00:00:00Z") else { return nil }
        date = CivilDate(daysSinceEpoch: midnight.milliseconds / 86_400_000)
    }

    var description: String {
        String(
            decoding: Timestamp(milliseconds: date.daysSinceEpoch * 86_400_000).iso8601.utf8.prefix(10),
            as: UTF8.self)
    }

    var next: FormDay { FormDay(CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1)) }

    static func < (left: Self, right: Self) -> Bool { left.date < right.date }
}
