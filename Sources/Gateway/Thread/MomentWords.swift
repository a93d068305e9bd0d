import Chat

/// Puts the moments of a page into words one after the other, those of one minute once.
struct MomentWords {
    private let time: ViewerTime
    private var minute: Int64?
    /// The day of the moment.
    private(set) var day = CivilDate(daysSinceEpoch: 0)
    /// `14:05`
    private(set) var clock = ""
    /// With the day, as `TimeWording.dayAndTime` says it.
    private(set) var full = ""
    /// The day with its year.
    private var date: (day: CivilDate, words: String)?

    init(_ time: ViewerTime) { self.time = time }

    /// - Returns: whether the words are others than before.
    @discardableResult mutating func turn(to moment: Timestamp) -> Bool {
        // Zones are whole minutes apart, as long as there have been such messages.
        let minute = moment.milliseconds >= 0 ? moment.milliseconds / 60_000 : nil
        if let minute, minute == self.minute { return false }
        self.minute = minute
        read(moment)
        return true
    }

    private mutating func read(_ moment: Timestamp) {
        (day, clock) = time.local(moment)
        if date?.day != day { date = (day, time.say(TimeWording.dayAndYear(day))) }
        full = TextBuilder.text { text in
            text.add(date?.words ?? "")
            text.add(" ")
            text.add(clock)
        }
    }
}
