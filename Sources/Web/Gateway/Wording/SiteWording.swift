/// What stands on every page.
enum SiteWording: Wording {
    case name
    case skipToContent
    case conversations
    case bookmarks
    case profile
    case navigation
    case back
    case tryAgain
    case homeLink
    case developmentMode
    /// What is shown was known at this time, and may have changed.
    case notCurrent(String)

    var sentence: Sentence {
        switch self {
        case .name: Sentence("縁側", "Engawa")
        case .skipToContent: Sentence("本文へ移動", "Skip to content")
        case .conversations: Sentence("チャット", "Chats")
        case .bookmarks: Sentence("ブックマーク", "Bookmarks")
        case .profile: Sentence("プロフィール", "Profile")
        case .navigation: Sentence("メニュー", "Menu")
        case .back: Sentence("戻る", "Back")
        case .tryAgain: Sentence("もう一度試す", "Try again")
        case .homeLink: Sentence("チャット一覧へ", "Go to your chats")
        case .notCurrent(let clock):
            Sentence(
                "チャットサーバーに接続できません。\(clock) 時点の内容を表示しています。",
                "The chat server can’t be reached. You see what was known at \(clock).")
        case .developmentMode: Sentence("開発モード", "Development mode")
        }
    }
}
