import Accounts
import Chat

/// A day and a clock time that a `datetime-local` field sends: `2026-11-30T09:00` (WHATWG HTML §2.3.5.6).
struct FormMoment: Equatable, CustomStringConvertible {
    let day: FormDay
    /// From midnight on, less than those of a day.
    let minute: Int

    init(day: FormDay, minute: Int) {
        self.day = day
        self.minute = minute
    }

    /// Fails for what is no day and time, and for one with seconds.
    init?(_ text: String) {
        let parts = text.unicodeScalars.split(separator: "T", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 2, let day = FormDay(parts[0]), let time = QuietHours.Time(parts[1]) else { return nil }
        self.init(day: day, minute: time.minutes)
    }

    var description: String {
        let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
        return "\(day)T\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
    }
}
