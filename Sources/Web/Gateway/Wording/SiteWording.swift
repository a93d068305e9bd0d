/// What stands on every page.
enum SiteWording {
    static let name = Sentence("縁側", "Engawa")
    static let skipToContent = Sentence("本文へ移動", "Skip to content")
    static let conversations = Sentence("チャット", "Chats")
    static let bookmarks = Sentence("ブックマーク", "Bookmarks")
    static let profile = Sentence("プロフィール", "Profile")
    static let navigation = Sentence("メニュー", "Menu")
    static let back = Sentence("戻る", "Back")
    static let tryAgain = Sentence("もう一度試す", "Try again")
    static let homeLink = Sentence("チャット一覧へ", "Go to your chats")
    /// What is shown was known at this time, and may have changed.
    static func notCurrent(_ clock: String) -> Sentence {
        Sentence(
            "チャットサーバーに接続できません。\(clock) 時点の内容を表示しています。",
            "The chat server can’t be reached. You see what was known at \(clock).")
    }
    static let developmentMode = Sentence("開発モード", "Development mode")
}
