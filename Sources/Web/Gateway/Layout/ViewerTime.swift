import Chat
import TimeZones

/// Formats moments in the viewer's time zone and language.
struct ViewerTime: Sendable {
    let zone: ZoneOfTime
    let now: Timestamp
    let say: Speaker

    /// The day of a moment in the viewer's time zone.
    func day(of moment: Timestamp) -> CivilDate { local(moment).day }

    /// `14:05`
    func clock(_ moment: Timestamp) -> String { local(moment).clock }

    /// "Today", "Yesterday", "Fri, 20 Nov"; with the year if it is not the current one.
    func dayName(_ day: CivilDate) -> String {
        relative(day, today: say(TimeWording.today), sameYear: say(TimeWording.day(day)))
    }

    /// The short form for lists: today's time, "Yesterday", or the day.
    func short(_ moment: Timestamp) -> String {
        let (day, clock) = local(moment)
        return relative(day, today: clock, sameYear: say(TimeWording.shortDay(day)))
    }

    private func relative(_ day: CivilDate, today: String, sameYear: @autoclosure () -> String) -> String {
        let now = self.day(of: now)
        return switch now.daysSinceEpoch - day.daysSinceEpoch {
        case 0: today
        case 1: say(TimeWording.yesterday)
        default: day.year == now.year ? sameYear() : say(TimeWording.dayAndYear(day))
        }
    }

    /// The day and the time, for a `title` attribute.
    func full(_ moment: Timestamp) -> String {
        let (day, clock) = local(moment)
        return say(TimeWording.dayAndTime(day, clock))
    }

    /// A day, with its year.
    func date(_ moment: Timestamp) -> String { say(TimeWording.dayAndYear(day(of: moment))) }

    /// The start of the next day in the viewer's time zone; up to an hour off on a day when clocks change.
    var endOfDay: Timestamp {
        let seconds = Self.floored(now.milliseconds, by: 1_000).quotient
        let offset = zone.secondsFromUTC(at: seconds)
        let day = Self.floored(seconds + offset, by: 86_400).quotient
        return Timestamp(milliseconds: ((day + 1) * 86_400 - offset) * 1_000)
    }

    /// The start of a day in the viewer's time zone.
    func start(of day: CivilDate) -> Timestamp { moment(FormMoment(day: FormDay(day), minute: 0)) }

    /// The moment of a day and a clock time in the viewer's time zone.
    func moment(_ form: FormMoment) -> Timestamp {
        let local = form.day.date.daysSinceEpoch * 86_400 + Int64(form.minute) * 60
        let guess = local - zone.secondsFromUTC(at: local)
        // Where clocks change between the two, the offset at the guess is the right one.
        return Timestamp(milliseconds: (local - zone.secondsFromUTC(at: guess)) * 1_000)
    }

    /// The day and the clock time of a moment in the viewer's time zone, for a field of a form.
    func formMoment(_ moment: Timestamp) -> FormMoment {
        let (day, second) = localSeconds(moment)
        return FormMoment(day: FormDay(CivilDate(daysSinceEpoch: day)), minute: Int(second / 60))
    }

    /// The day and the clock time in the viewer's time zone.
    func local(_ moment: Timestamp) -> (day: CivilDate, clock: String) {
        let (day, second) = localSeconds(moment)
        return (CivilDate(daysSinceEpoch: day), Self.clock(hour: second / 3_600, minute: second / 60 % 60))
    }

    /// The days since 1970 and the seconds of the day in the viewer's time zone.
    private func localSeconds(_ moment: Timestamp) -> (day: Int64, second: Int64) {
        let seconds = Self.floored(moment.milliseconds, by: 1_000).quotient
        let (day, second) = Self.floored(seconds + zone.secondsFromUTC(at: seconds), by: 86_400)
        return (day, second)
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
