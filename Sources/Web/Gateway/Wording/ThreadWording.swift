import Chat

/// What a conversation's page says.
enum ThreadWording: Wording {
    case older
    case newest
    case beginning
    case empty
    case field
    case placeholder
    case send
    case messages
    case blank
    case tooLong(Int)
    case notSentUnavailable
    case notSentTimedOut
    case mayHaveBeenSent
    case event
    case replyTo(String)
    case replyToUnseen
    case cancelReply
    case newMessages
    case bookmarked
    case actions
    case message
    case reply
    case react
    case bookmark
    case removeBookmark
    case markUnread
    case link
    case deleteQuestion
    case delete
    case deleted
    case members
    case details

    var sentence: Sentence {
        switch self {
        case .older: Sentence("以前のメッセージ", "Older messages")
        case .newest: Sentence("最新のメッセージへ", "Newest messages")
        case .beginning: Sentence("ここが会話のはじまりです。", "This is where the conversation begins.")
        case .empty:
            Sentence("まだメッセージはありません。最初のひとことをどうぞ。", "No messages yet. Say the first word.")
        case .field: Sentence("メッセージ", "Message")
        case .placeholder: Sentence("メッセージを入力", "Write a message")
        case .send: Sentence("送信", "Send")
        case .messages: Sentence("メッセージ一覧", "Messages")
        case .blank: Sentence("メッセージを入力してください。", "Write something first.")
        case .tooLong(let count):
            Sentence(
                "メッセージは\(MessageText.maximumCharacters)文字までです（いま\(count)文字）。文章は下に残っています。",
                "A message can have \(MessageText.maximumCharacters) characters at most; this one has \(count). It is kept below."
            )
        case .notSentUnavailable:
            Sentence(
                "チャットのサーバーに接続できないため、送信できませんでした。文章は残っています。",
                "Not sent: the chat server can't be reached. Your text is kept.")
        case .notSentTimedOut:
            Sentence(
                "時間内に応答がありませんでした。届いた可能性があります。確かめてからもう一度お送りください。",
                "There was no answer in time. It may have arrived: check before you send it again.")
        case .mayHaveBeenSent:
            Sentence(
                "サーバーの応答を読み取れませんでした。届いた可能性があります。確かめてからもう一度お送りください。",
                "The server's answer made no sense. It may have arrived: check before you send it again.")
        case .event: Sentence("会話に変更がありました", "Something changed in this conversation")
        case .replyTo(let name): Sentence("\(name)さんへの返信", "Reply to \(name)")
        case .replyToUnseen: Sentence("返信：元のメッセージへ", "Reply: go to the original")
        case .cancelReply: Sentence("やめる", "Cancel")
        case .newMessages: Sentence("新しいメッセージ", "New messages")
        case .bookmarked: Sentence("ブックマーク済み", "Bookmarked")
        case .actions: Sentence("このメッセージの操作", "Actions for this message")
        case .message: Sentence("メッセージ", "Message")
        case .reply: Sentence("返信する", "Reply")
        case .react: Sentence("リアクション", "React")
        case .bookmark: Sentence("ブックマークする", "Bookmark")
        case .removeBookmark: Sentence("ブックマークを外す", "Remove bookmark")
        case .markUnread: Sentence("ここから未読にする", "Mark as unread from here")
        case .link: Sentence("このメッセージへのリンク", "Link to this message")
        case .deleteQuestion: Sentence("削除…", "Delete…")
        case .delete: Sentence("全員の画面から削除する", "Delete for everyone")
        case .deleted:
            Sentence("このメッセージは削除されたか、見つかりません。", "This message was deleted, or can't be found.")
        case .members: Sentence("メンバー", "Members")
        case .details: Sentence("プロフィール", "Profile")
        }
    }
}
