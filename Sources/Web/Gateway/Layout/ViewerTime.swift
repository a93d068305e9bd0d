import Chat
import TimeZones

/// Tells moments in the viewer's zone and language.
struct ViewerTime: Sendable {
    let zone: ZoneOfTime
    let now: Timestamp
    let say: Speaker

    /// The day that a moment falls on, where the viewer is.
    func day(of moment: Timestamp) -> CivilDate { local(moment).day }

    /// `14:05`
    func clock(_ moment: Timestamp) -> String { local(moment).clock }

    /// "Today", "Yesterday", "Fri, 20 Nov", with the year where it is another.
    func dayName(_ day: CivilDate) -> String {
        let today = self.day(of: now)
        switch today.daysSinceEpoch - day.daysSinceEpoch {
        case 0: return say(TimeWording.today)
        case 1: return say(TimeWording.yesterday)
        default: return day.year == today.year ? say(TimeWording.day(day)) : say(TimeWording.dayAndYear(day))
        }
    }

    /// As short as a list wants it: the time today, "Yesterday", else the day.
    func short(_ moment: Timestamp) -> String {
        let (day, clock) = local(moment)
        let today = self.day(of: now)
        switch today.daysSinceEpoch - day.daysSinceEpoch {
        case 0: return clock
        case 1: return say(TimeWording.yesterday)
        default: return day.year == today.year ? say(TimeWording.shortDay(day)) : say(TimeWording.dayAndYear(day))
        }
    }

    /// All of it, for a `title`.
    func full(_ moment: Timestamp) -> String {
        let (day, clock) = local(moment)
        return say(TimeWording.dayAndTime(day, clock))
    }

    /// A day, with its year.
    func date(_ moment: Timestamp) -> String { say(TimeWording.dayAndYear(day(of: moment))) }

    /// When the next day begins, where the viewer is; on a day when clocks are changed, up to an hour off.
    var endOfDay: Timestamp {
        let seconds = Self.floored(now.milliseconds, by: 1_000).quotient
        let offset = zone.secondsFromUTC(at: seconds)
        let day = Self.floored(seconds + offset, by: 86_400).quotient
        return Timestamp(milliseconds: ((day + 1) * 86_400 - offset) * 1_000)
    }

    /// The day and the time of day, where the viewer is.
    func local(_ moment: Timestamp) -> (day: CivilDate, clock: String) {
        let seconds = Self.floored(moment.milliseconds, by: 1_000).quotient
        let (day, second) = Self.floored(seconds + zone.secondsFromUTC(at: seconds), by: 86_400)
        return (CivilDate(daysSinceEpoch: day), Self.clock(hour: second / 3_600, minute: second / 60 % 60))
    }

    private static func clock(hour: Int64, minute: Int64) -> String {
        TextBuilder.text { text in
            text.add(hour)
            text.add(minute < 10 ? ":0" : ":")
            text.add(minute)
        }
    }

    private static func floored(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
