/// What scripts say. Pages carry these sentences, so that no script holds text of its own.
enum ScriptWording {
    static let sending = Sentence("送信中…", "Sending…")
    static let nobodyFound = Sentence("その名前の人はいません。", "Nobody of that name.")
    static let retry = Sentence("もう一度送る", "Retry")

    /// By the name under which a script asks for the sentence. Where `{n}` stands in it, the script puts a number or a name.
    static let all: KeyValuePairs = [
        "sending": sending,
        "not-sent": Sentence("送信できませんでした", "Not sent"),
        "retry": retry,
        "link-copied": Sentence("リンクをコピーしました", "Link copied"),
        "copy-link": Sentence("リンクをコピー", "Copy link"),
        "bookmark-added": Sentence("ブックマークしました", "Bookmarked"),
        "bookmark-removed": Sentence("ブックマークを外しました", "Bookmark removed"),
        "deleted": Sentence("メッセージを削除しました", "Message deleted"),
        "close": Sentence("閉じる", "Close"),
        "more-emoji": Sentence("ほかの絵文字", "More emoji"),
        "insert-emoji": Sentence("絵文字を入れる", "Insert an emoji"),
        "search-emoji": Sentence("絵文字を検索", "Search emoji"),
        "recent-emoji": Sentence("最近使った絵文字", "Recent"),
        "skin-tone": Sentence("肌の色", "Skin tone"),
        "no-emoji": Sentence("見つかりませんでした。ほかのことばでお試しください。", "Nothing found. Try another word."),
        "smileys": Sentence("顔", "Smileys"),
        "people": Sentence("人と手", "People and hands"),
        "nature": Sentence("生きものと自然", "Animals and nature"),
        "food": Sentence("食べもの", "Food and drink"),
        "activities": Sentence("遊びと旅", "Activities and travel"),
        "objects": Sentence("もの", "Objects"),
        "symbols": Sentence("記号", "Symbols"),
        "latest": Sentence("最新へ", "Latest"),
        "latest-count": Sentence("新着{n}件", "{n} new"),
        "mention": Sentence("メンション", "Mention someone"),
        "conversations": Sentence("チャット一覧", "Your chats"),
        "switch": Sentence("チャットを切り替える", "Switch to a chat"),
        "filter": PeopleWording.filter,
        "nothing-found": ConversationWording.nothingFound,
        "session-ended": ErrorWording.signedOut.detail,
        "no-unread": Sentence("未読のチャットはありません", "No unread chats"),
        "shortcuts": Sentence("キーボードショートカット", "Keyboard shortcuts"),
        "next-unread": Sentence("次の未読のチャット", "Next unread chat"),
        "previous-unread": Sentence("前の未読のチャット", "Previous unread chat"),
        "send-key": Sentence("メッセージを送信", "Send the message"),
        "break-key": Sentence("改行", "New line"),
        "show-shortcuts": Sentence("この一覧を表示", "Show this list"),
        "offline": Sentence(
            "インターネットに接続していません。書いた文章は残ります。つながると元に戻ります。",
            "You are offline. What you write is kept; all goes on when you are back."),
        "details": Sentence("詳細", "Details"),
        "loading": Sentence("読み込み中…", "Loading…"),
        "reloaded": Sentence("最新の情報です", "Up to date"),
        "unreached": Sentence("縁側に接続できません", "Engawa can't be reached"),
        "unreached-detail": Sentence(
            "表示しているのは、前に読み込んだ内容です。接続を確かめて、もう一度お試しください。",
            "What you see was loaded earlier. Check your connection and try again."),
        "sign-in": SignInWording.submit,
        "failed": Sentence("うまくいきませんでした。もう一度お試しください。", "That did not work. Try again."),
        "unread": ConversationWording.unread,
        "typing": Sentence("{n}さんが入力中…", "{n} is typing…"),
        "present": Sentence("{n}人がオンライン", "{n} here"),
        "reconnecting": Sentence("接続が切れました。{n}秒後につなぎ直します。", "The connection broke off. Trying again in {n} s."),
        "try-now": Sentence("今すぐつなぎ直す", "Try now"),
    ]
}
