import Chat

/// The page of charts for admins.
enum FiguresWording {
    static let title = Sentence("サイトの状況", "Overview of the site")
    static let notYet = Sentence(
        "まだ集計していません。少し待ってから開き直してください。",
        "Nothing is counted yet. Open this page again in a moment.")
    static func counted(_ clock: String) -> Sentence {
        Sentence("\(clock)現在。1分ごとに集計します。", "As of \(clock). Counted once a minute.")
    }
    static func days(_ zone: String) -> Sentence {
        Sentence("日付はタイムゾーン「\(zone)」によります。", "Days are those of the time zone \(zone).")
    }
    static let elsewhere = Sentence(
        "メンバーとメッセージはチャットサーバーにあり、ここでは数えられません。",
        "People and messages are at the chat server and can't be counted here.")
    static let people = Sentence("メンバー", "People")
    static let sessions = Sentence("サインイン中の端末", "Sessions")
    static let messages = Sentence("メッセージ", "Messages")
    static let messagesEver = Sentence(
        "これまでの件数。削除されたものと、参加・退出のお知らせも含みます。",
        "Ever stored, with deleted ones and notices of joining and leaving.")
    static let newPeople = Sentence("新しいメンバー（最近30日）", "New people in the last 30 days")
    static let newMessages = Sentence("送信されたメッセージ（最近30日）", "Messages sent in the last 30 days")
    static func chart(_ name: String, total: Int, peak: String?) -> Sentence {
        Sentence(
            "\(name)：合計\(number(total))\(peak.map { "、最も多い日は\($0)" } ?? "")",
            "\(name): \(number(total)) in all\(peak.map { ", most on \($0)" } ?? "")")
    }
    static func peak(_ day: String, _ count: Int) -> Sentence {
        Sentence("\(day)（\(number(count))）", "\(day) (\(number(count)))")
    }
    static let table = Sentence("表で見る", "As a table")
    static let day = Sentence("日", "Day")
    static let count = Sentence("件数", "Number")
    static let storage = Sentence("保存領域", "Storage")
    static let database = Sentence("データベース", "Database")
    static let size = Sentence("サイズ", "Size")
    static let disk = Sentence("ディスク", "Disk")
    static func free(_ free: Int, of size: Int) -> Sentence {
        Sentence(
            "空き\(bytes(free))、全体\(bytes(size))", "\(bytes(free)) free of \(bytes(size))")
    }
    static let metrics = Sentence("すべての数値（Prometheus形式）", "All figures in the Prometheus format")

    /// `1,234,567`
    static func number(_ value: Int) -> String {
        let digits = Array(String(value.magnitude).utf8)
        var text: [UInt8] = value < 0 ? [UInt8(ascii: "-")] : []
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `12.3 MB`, in powers of a thousand as disks are sold.
    static func bytes(_ count: Int) -> String {
        var (value, unit) = (max(0, count), 0)
        var tenths = 0
        while value >= 1_000, unit < units.count - 1 {
            (tenths, value, unit) = (value % 1_000 / 100, value / 1_000, unit + 1)
        }
        return unit == 0 || value >= 100 ? "\(value) \(units[unit])" : "\(value).\(tenths) \(units[unit])"
    }

    private static let units = ["B", "kB", "MB", "GB", "TB", "PB"]
}
