import Chat

/// Converts the moments of a page to the viewer's days and clock times, once for consecutive moments of one minute.
struct MinuteCache {
    fileprivate let time: ViewerTime
    private var minute: Int64?
    /// The day of the current moment.
    private(set) var day = CivilDate(daysSinceEpoch: 0)
    /// The clock time of the current moment: `14:05`
    private(set) var clock = ""

    init(_ time: ViewerTime) { self.time = time }

    /// Makes `moment` the current moment.
    /// - Returns: whether it is in another minute than the one before.
    @discardableResult mutating func turn(to moment: Timestamp) -> Bool {
        // Since 1972 the offsets of all time zones are whole minutes, and no chat message is older.
        let minute = moment.milliseconds >= 0 ? moment.milliseconds / 60_000 : nil
        if let minute, minute == self.minute { return false }
        self.minute = minute
        (day, clock) = time.local(moment)
        return true
    }
}

/// Formats the moments of a page in the viewer's language and time zone.
struct MomentFormatter {
    private var moments: MinuteCache
    /// The current moment with its day, as `TimeWording.dayAndTime`.
    private(set) var full = ""
    /// The last day that was formatted, with its year.
    private var date: (day: CivilDate, text: String)?

    init(_ time: ViewerTime) { moments = MinuteCache(time) }

    /// The clock time of the current moment: `14:05`
    var clock: String { moments.clock }

    /// Makes `moment` the current moment.
    /// - Returns: whether the texts have changed.
    mutating func turn(to moment: Timestamp) -> Bool {
        guard moments.turn(to: moment) else { return false }
        let (time, day, clock) = (moments.time, moments.day, moments.clock)
        if date?.day != day { date = (day, time.say(TimeWording.dayAndYear(day))) }
        full = TextBuilder.text { text in
            text.add(text: date?.text ?? "")
            text.add(" ")
            text.add(text: clock)
        }
        return true
    }
}
