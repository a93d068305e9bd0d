/// What scripts say. Pages carry these sentences, so no script has a language of its own.
///
/// A raw value is the name by which a script asks for the sentence; `{n}` in it is where the script puts a number.
enum ScriptWording: String, Wording, CaseIterable {
    case sending
    case notSent = "not-sent"
    case retry
    case linkCopied = "link-copied"
    case copyLink = "copy-link"
    case bookmarkAdded = "bookmark-added"
    case bookmarkRemoved = "bookmark-removed"
    case deleted
    case close
    case moreEmoji = "more-emoji"
    case insertEmoji = "insert-emoji"
    case searchEmoji = "search-emoji"
    case recentEmoji = "recent-emoji"
    case skinTone = "skin-tone"
    case noEmoji = "no-emoji"
    case smileys
    case people
    case nature
    case food
    case activities
    case objects
    case symbols
    case latest
    case latestCount = "latest-count"
    case mention
    case conversations
    case switchConversation = "switch"
    case filter
    case nothingFound = "nothing-found"
    case nobodyFound = "nobody-found"
    case sessionEnded = "session-ended"
    case noUnread = "no-unread"
    case shortcuts
    case nextUnread = "next-unread"
    case previousUnread = "previous-unread"
    case sendKey = "send-key"
    case breakKey = "break-key"
    case showShortcuts = "show-shortcuts"
    case offline
    case details
    case loading
    case reloaded
    case unreached
    case unreachedDetail = "unreached-detail"
    case signIn = "sign-in"
    case failed
    case unread
    case typing
    case present
    case reconnecting
    case tryNow = "try-now"

    var sentence: Sentence {
        switch self {
        case .sending: Sentence("送信中…", "Sending…")
        case .notSent: Sentence("送信できませんでした", "Not sent")
        case .retry: Sentence("もう一度送る", "Retry")
        case .linkCopied: Sentence("リンクをコピーしました", "Link copied")
        case .copyLink: Sentence("リンクをコピー", "Copy link")
        case .bookmarkAdded: Sentence("ブックマークしました", "Bookmarked")
        case .bookmarkRemoved: Sentence("ブックマークを外しました", "Bookmark removed")
        case .deleted: Sentence("メッセージを削除しました", "Message deleted")
        case .close: Sentence("閉じる", "Close")
        case .moreEmoji: Sentence("ほかの絵文字", "More emoji")
        case .insertEmoji: Sentence("絵文字を入れる", "Insert an emoji")
        case .searchEmoji: Sentence("絵文字を検索", "Search emoji")
        case .recentEmoji: Sentence("最近使った絵文字", "Recent")
        case .skinTone: Sentence("肌の色", "Skin tone")
        case .noEmoji: Sentence("見つかりませんでした。ほかのことばでお試しください。", "Nothing found. Try another word.")
        case .smileys: Sentence("顔", "Smileys")
        case .people: Sentence("人と手", "People and hands")
        case .nature: Sentence("生きものと自然", "Animals and nature")
        case .food: Sentence("食べもの", "Food and drink")
        case .activities: Sentence("遊びと旅", "Activities and travel")
        case .objects: Sentence("もの", "Objects")
        case .symbols: Sentence("記号", "Symbols")
        case .latest: Sentence("最新へ", "Latest")
        case .latestCount: Sentence("新着{n}件", "{n} new")
        case .mention: Sentence("メンション", "Mention someone")
        case .conversations: Sentence("チャット一覧", "Your chats")
        case .switchConversation: Sentence("チャットを切り替える", "Switch to a chat")
        case .filter: Sentence("名前で絞り込む", "Filter by name")
        case .nothingFound: Sentence("その名前のチャットはありません。", "No chat of that name.")
        case .nobodyFound: Sentence("その名前の人はいません。", "Nobody of that name.")
        case .sessionEnded: ErrorWording.signedOutDetail.sentence
        case .noUnread: Sentence("未読のチャットはありません", "No unread chats")
        case .shortcuts: Sentence("キーボードショートカット", "Keyboard shortcuts")
        case .nextUnread: Sentence("次の未読のチャット", "Next unread chat")
        case .previousUnread: Sentence("前の未読のチャット", "Previous unread chat")
        case .sendKey: Sentence("メッセージを送信", "Send the message")
        case .breakKey: Sentence("改行", "New line")
        case .showShortcuts: Sentence("この一覧を表示", "Show this list")
        case .offline:
            Sentence(
                "インターネットに接続していません。書いた文章は残ります。つながると元に戻ります。",
                "You are offline. What you write is kept; all goes on when you are back.")
        case .details: Sentence("詳細", "Details")
        case .loading: Sentence("読み込み中…", "Loading…")
        case .reloaded: Sentence("最新の情報です", "Up to date")
        case .unreached: Sentence("縁側に接続できません", "Engawa can't be reached")
        case .unreachedDetail:
            Sentence(
                "表示しているのは、前に読み込んだ内容です。接続を確かめて、もう一度お試しください。",
                "What you see was loaded earlier. Check your connection and try again.")
        case .signIn: SignInWording.submit.sentence
        case .unread: ConversationWording.unread.sentence
        case .typing: Sentence("{n}さんが入力中…", "{n} is typing…")
        case .present: Sentence("{n}人がオンライン", "{n} here")
        case .reconnecting:
            Sentence("接続が切れました。{n}秒後につなぎ直します。", "The connection broke off. Trying again in {n} s.")
        case .tryNow: Sentence("今すぐつなぎ直す", "Try now")
        case .failed: Sentence("うまくいきませんでした。もう一度お試しください。", "That did not work. Try again.")
        }
    }
}
