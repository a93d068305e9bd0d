import Accounts

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

    /// What a person is told on all pages.
    static func notice(_ notice: SessionNotice.Kind) -> Sentence {
        switch notice {
        case .authenticatorAdded:
            Sentence(
                "別の端末で認証アプリが設定されました。心当たりがなければ、すぐにご確認ください。",
                "An authenticator app was set up elsewhere. If that was not you, look at once.")
        case .authenticatorRemoved:
            Sentence(
                "別の端末で認証アプリが削除されました。心当たりがなければ、すぐにご確認ください。",
                "The authenticator app was removed elsewhere. If that was not you, look at once.")
        case .passkeyAdded:
            Sentence(
                "別の端末でパスキーが追加されました。心当たりがなければ、すぐにご確認ください。",
                "A passkey was added elsewhere. If that was not you, look at once.")
        case .passkeyRemoved:
            Sentence(
                "別の端末でパスキーが削除されました。心当たりがなければ、すぐにご確認ください。",
                "A passkey was removed elsewhere. If that was not you, look at once.")
        case .recoveryCodesRenewed:
            Sentence(
                "別の端末でリカバリーコードが作り直されました。心当たりがなければ、すぐにご確認ください。",
                "New recovery codes were made elsewhere. If that was not you, look at once.")
        case .recoveryCodeUsed:
            Sentence("リカバリーコードが一つ使われました。", "A recovery code was used.")
        case .recoveryCodesFew:
            Sentence(
                "リカバリーコードの残りが少なくなりました。新しいコードを作ってください。",
                "Few recovery codes are left. Make new ones.")
        case .passkeyCopied:
            Sentence(
                "パスキーの一つが複製された可能性があり、受け付けませんでした。そのパスキーを削除してください。",
                "One of your passkeys may have been copied and was refused. Remove it.")
        case .enrolmentDue:
            Sentence(
                "まもなく二段階の確認が必須になります。認証アプリかパスキーを設定してください。",
                "A second step will soon be required. Set up an authenticator app or a passkey.")
        case .messageNotSent:
            Sentence("予約したメッセージを送信できませんでした。", "A scheduled message could not be sent.")
        }
    }
}
