import Chat

/// Times and days, as people say them.
enum TimeWording: Wording {
    case today
    case yesterday
    /// A day of this year, with its weekday.
    case day(CivilDate)
    case dayAndYear(CivilDate)
    case dayAndTime(CivilDate, String)
    /// A day as short as in a list.
    case shortDay(CivilDate)

    var sentence: Sentence {
        switch self {
        case .today: Sentence("今日", "Today")
        case .yesterday: Sentence("昨日", "Yesterday")
        case .day(let date):
            Sentence(
                "\(date.month)月\(date.day)日（\(Self.japaneseWeekdays[date.weekday])）",
                "\(Self.weekdays[date.weekday]), \(date.day) \(Self.months[Int(date.month) - 1])")
        case .dayAndYear(let date):
            Sentence(
                "\(date.year)年\(date.month)月\(date.day)日（\(Self.japaneseWeekdays[date.weekday])）",
                "\(Self.weekdays[date.weekday]), \(date.day) \(Self.months[Int(date.month) - 1]) \(date.year)")
        case .dayAndTime(let date, let time):
            Sentence(
                "\(TimeWording.dayAndYear(date).sentence.japanese) \(time)",
                "\(TimeWording.dayAndYear(date).sentence.english) \(time)")
        case .shortDay(let date):
            Sentence("\(date.month)/\(date.day)", "\(date.day) \(Self.months[Int(date.month) - 1])")
        }
    }

    private static let japaneseWeekdays = ["日", "月", "火", "水", "木", "金", "土"]
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
