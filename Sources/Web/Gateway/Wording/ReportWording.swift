import Accounts

/// What is said about messages that are reported to the admins of the site.
enum ReportWording {
    static let report = Sentence("報告する", "Report")
    static let title = Sentence("メッセージを報告", "Report a message")
    static let explained = Sentence(
        "この場所の管理者に、このメッセージの内容と書いた人、下の説明、そしてあなたが報告したことが伝わります。ほかのメッセージは見えません。",
        "The admins of this place see what this message says, who wrote it, your words below, and that you reported it. They see no other messages."
    )
    static let reason = Sentence("何が問題ですか（書かなくてもかまいません）", "What is wrong with it? (optional)")
    static let send = Sentence("管理者に報告する", "Send to the admins")
    static let reported = Sentence(
        "このメッセージは報告済みで、まだ管理者の確認が終わっていません。もう一度送ると、説明が置き換わります。",
        "You have reported this message, and the admins have not closed the report yet. Sending it again replaces your words."
    )
    static let tooLong = Sentence(
        "説明は\(ReportReason.maximumCharacters)文字までです。",
        "At most \(ReportReason.maximumCharacters) characters, please.")
    static let tooMany = Sentence(
        "確認が終わっていない報告は、ひとり\(AccountRegister.maximumReports)件までです。",
        "At most \(AccountRegister.maximumReports) of your reports can be open at once.")

    static let list = Sentence("報告されたメッセージ", "Reported messages")
    /// The highest number that is shown.
    static let maximumCount = 99
    static func count(_ reports: Int) -> String { reports > maximumCount ? "\(maximumCount)+" : "\(reports)" }
    static let none = Sentence("報告されたメッセージはありません。", "No messages are reported.")
    static let files = Sentence("ファイル：", "Files: ")
    static let reporter = Sentence("報告した人：", "Reported by ")
    static let close = Sentence("確認済みにする", "Close")
    static let more = Sentence(
        "古いものから順に表示しています。確認済みにすると、続きが表示されます。", "The oldest come first. More are shown when these are closed.")
}
