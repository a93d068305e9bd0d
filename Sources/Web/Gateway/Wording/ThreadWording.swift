import Chat

/// What a conversation's page says.
enum ThreadWording {
    static let older = Sentence("以前のメッセージ", "Older messages")
    static let newest = Sentence("最新のメッセージへ", "Newest messages")
    static let newer = Sentence("次のメッセージ", "Newer messages")
    static func unreadAbove(_ count: String) -> Sentence { Sentence("↑ 新着\(count)件", "↑ \(count) new") }
    static let markRead = Sentence("すべて既読にする", "Mark as read")
    static let beginning = Sentence("ここが会話のはじまりです。", "This is where the conversation begins.")
    static let empty = Sentence("まだメッセージはありません。最初のひとことをどうぞ。", "No messages yet. Say the first word.")
    static let field = Sentence("メッセージ", "Message")
    static let placeholder = Sentence("メッセージを入力", "Write a message")
    static let send = Sentence("送信", "Send")
    static let messages = Sentence("メッセージ一覧", "Messages")
    static let blank = Sentence("メッセージを入力してください。", "Write something first.")
    static func tooLong(_ count: Int) -> Sentence {
        Sentence(
            "メッセージは\(MessageText.maximumCharacters)文字までです（いま\(count)文字）。文章は下に残っています。",
            "A message can have \(MessageText.maximumCharacters) characters at most; this one has \(count). It is kept below."
        )
    }
    static func wording(for fault: MessageText.Fault) -> Sentence {
        switch fault {
        case .blank: blank
        case .tooLong(let characters): tooLong(characters)
        }
    }
    static let notSentUnavailable = Sentence(
        "チャットのサーバーに接続できないため、送信できませんでした。文章は残っています。",
        "Not sent: the chat server can't be reached. Your text is kept.")
    static let notSentDiskFull = Sentence(
        "サーバーのディスクがいっぱいのため、送信できませんでした。文章は残っています。空きができたら、もう一度お送りください。",
        "Not sent: the server's disk is full. Your text is kept: send it again when there is room.")
    static let notSentNotWritable = Sentence(
        "サーバーのファイルに書き込めないため、送信できませんでした。文章は残っています。",
        "Not sent: the server can't write to its files. Your text is kept.")
    static let notSentServerFault = Sentence(
        "チャットのサーバーで問題が起きたため、送信できませんでした。文章は残っています。",
        "Not sent: the chat server has a problem. Your text is kept.")
    static let notSentRefused = Sentence(
        "チャットのサーバーに拒否されたため、送信できませんでした。文章は残っています。",
        "Not sent: the chat server refused it. Your text is kept.")
    static let notSentBroken = Sentence(
        "こちらの不具合のため、送信できませんでした。文章は残っています。",
        "Not sent: something broke here. Your text is kept.")
    static let notSentTimedOut = Sentence(
        "時間内に応答がありませんでした。届いた可能性があります。もう一度送っても、二重にはなりません。",
        "There was no answer in time. It may have arrived. Send it again: it won't appear twice.")
    static let mayHaveBeenSent = Sentence(
        "サーバーの応答を読み取れませんでした。届いた可能性があります。もう一度送っても、二重にはなりません。",
        "The server's answer made no sense. It may have arrived. Send it again: it won't appear twice.")
    static let undecided = Sentence(
        "前に送ったものが届いたか、その後のメッセージが多すぎて確かめられません。会話を確かめて、届いていなければもう一度お送りください。",
        "It can't be found out whether this arrived before: too much was written since. Look through the conversation, and send it again if it is not there."
    )
    static let event = Sentence("会話に変更がありました", "Something changed in this conversation")
    static func replyTo(_ name: String) -> Sentence { Sentence("\(name)さんへの返信", "Reply to \(name)") }
    static let replyToUnseen = Sentence("返信：元のメッセージへ", "Reply: go to the original")
    static let cancelReply = Sentence("やめる", "Cancel")
    static let newMessages = Sentence("新しいメッセージ", "New messages")
    static let bookmarked = Sentence("ブックマーク済み", "Bookmarked")
    static let actions = Sentence("このメッセージの操作", "Actions for this message")
    static let message = Sentence("メッセージ", "Message")
    static let reply = Sentence("返信する", "Reply")
    static let react = Sentence("リアクション", "React")
    static let bookmark = Sentence("ブックマークする", "Bookmark")
    static let removeBookmark = Sentence("ブックマークを外す", "Remove bookmark")
    static let markUnread = Sentence("ここから未読にする", "Mark as unread from here")
    static let removePreview = Sentence("リンクのプレビューを全員の画面から消す", "Remove the link's preview for everyone")
    static let link = Sentence("このメッセージへのリンク", "Link to this message")
    static let deleteQuestion = Sentence("削除…", "Delete…")
    static let delete = Sentence("全員の画面から削除する", "Delete for everyone")
    static let deleted = Sentence("このメッセージは削除されたか、見つかりません。", "This message was deleted, or can't be found.")
    static let toPlace = Sentence("会話のその場所へ", "Go to its place in the conversation")
    static let members = Sentence("メンバー", "Members")
    static let details = Sentence("プロフィール", "Profile")
}
