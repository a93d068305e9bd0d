import Chat

/// Finds the days of a page's moments one after the other, those of one minute once.
struct MomentDays {
    fileprivate let time: ViewerTime
    private var minute: Int64?
    /// The day of the moment.
    private(set) var day = CivilDate(daysSinceEpoch: 0)
    /// `14:05`
    private(set) var clock = ""

    init(_ time: ViewerTime) { self.time = time }

    /// - Returns: whether it is in another minute than the one before.
    @discardableResult mutating func turn(to moment: Timestamp) -> Bool {
        // Zones are whole minutes apart, as long as there have been such messages.
        let minute = moment.milliseconds >= 0 ? moment.milliseconds / 60_000 : nil
        if let minute, minute == self.minute { return false }
        self.minute = minute
        (day, clock) = time.local(moment)
        return true
    }
}

/// Puts the moments of a page into words.
struct MomentWords {
    private var days: MomentDays
    /// With the day, as `TimeWording.dayAndTime` says it.
    private(set) var full = ""
    /// The day with its year.
    private var date: (day: CivilDate, words: String)?

    init(_ time: ViewerTime) { days = MomentDays(time) }

    /// `14:05`
    var clock: String { days.clock }

    /// - Returns: whether the words are others than before.
    mutating func turn(to moment: Timestamp) -> Bool {
        guard days.turn(to: moment) else { return false }
        let (time, day, clock) = (days.time, days.day, days.clock)
        if date?.day != day { date = (day, time.say(TimeWording.dayAndYear(day))) }
        full = TextBuilder.text { text in
            text.add(text: date?.words ?? "")
            text.add(" ")
            text.add(text: clock)
        }
        return true
    }
}
