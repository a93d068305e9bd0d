import Chat

/// Times and days, as people say them.
enum TimeWording {
    static let today = Sentence("今日", "Today")
    static let yesterday = Sentence("昨日", "Yesterday")
    /// A day of this year, with its weekday.
    static func day(_ date: CivilDate) -> Sentence {
        Sentence(
            "\(date.month)月\(date.day)日（\(Self.japaneseWeekdays[date.weekday])）",
            "\(Self.weekdays[date.weekday]), \(date.day) \(Self.months[Int(date.month) - 1])")
    }
    static func dayAndYear(_ date: CivilDate) -> Sentence {
        Sentence(
            "\(date.year)年\(date.month)月\(date.day)日（\(Self.japaneseWeekdays[date.weekday])）",
            "\(Self.weekdays[date.weekday]), \(date.day) \(Self.months[Int(date.month) - 1]) \(date.year)")
    }
    static func dayAndTime(_ date: CivilDate, _ time: String) -> Sentence {
        Sentence(
            "\(TimeWording.dayAndYear(date).japanese) \(time)",
            "\(TimeWording.dayAndYear(date).english) \(time)")
    }
    /// A day as short as in a list.
    static func shortDay(_ date: CivilDate) -> Sentence {
        Sentence("\(date.month)/\(date.day)", "\(date.day) \(Self.months[Int(date.month) - 1])")
    }

    static func until(_ moment: String) -> Sentence { Sentence("\(moment)まで", "Until \(moment)") }
    static let howLong = Sentence("期間", "For how long")
    static func duration(_ duration: ChosenDuration) -> Sentence {
        switch duration {
        case .always: Sentence("変更するまで", "Until I change it")
        case .hour: Sentence("1時間", "One hour")
        case .eightHours: Sentence("8時間", "Eight hours")
        case .day: Sentence("24時間", "24 hours")
        case .week: Sentence("1週間", "One week")
        }
    }

    /// Where no script tells the browser's time zone.
    static func zone(_ name: String) -> Sentence { Sentence("時刻は \(name) の時間です。", "Times are in \(name). ") }
    static let changeZone = Sentence("変更", "Change")

    private static let japaneseWeekdays = ["日", "月", "火", "水", "木", "金", "土"]
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
