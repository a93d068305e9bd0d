import Accounts
import Chat

/// What the page of the notification settings says.
enum NotificationsWording {
    static let off = Sentence("通知オフ", "Muted")
    static let ofConversation = Sentence("この会話の通知", "Notifications of this conversation")
    static let asUsual = Sentence("いつもの設定のとおり", "As usual")
    static let ofAll = Sentence("いつもの設定を開く", "What is usual")
    static func level(_ level: NotificationLevel.Level) -> Sentence {
        switch level {
        case .all: Sentence("すべてのメッセージ", "All messages")
        case .mentions: Sentence("メンションのみ", "Mentions only")
        case .nothing: Sentence("通知しない", "Nothing")
        }
    }
    static let title = Sentence("通知", "Notifications")
    static let thisBrowser = Sentence("このブラウザー", "This browser")
    static let explained = Sentence(
        "縁側のページを開いているあいだ、ほかの画面を見ていても新しいメッセージをお知らせします。",
        "While a page of Engawa is open, new messages are announced, also when you look at something else.")
    static let needsScripts = Sentence(
        "通知を表示するには、ブラウザーのスクリプト（JavaScript）を有効にしてください。",
        "Notifications need scripts (JavaScript) in your browser.")
    static let allow = Sentence("このブラウザーで通知を表示する", "Show notifications in this browser")
    /// The notification that shows that all works.
    static let allowed = Sentence("通知を表示します", "Notifications are on")

    /// What is said of the browser's permission, by the names of `permission.js`.
    static let permissions: KeyValuePairs = [
        "default": Sentence("このブラウザーには、まだ許可がありません。", "This browser has not been asked yet."),
        "granted": Sentence(
            "このブラウザーは通知を表示します。止めるには、アドレスの横のアイコンから、このサイトの通知をブロックしてください。",
            "This browser shows notifications. To stop them, block notifications of this site, at the icon beside the address."
        ),
        "denied": Sentence(
            "このブラウザーは、このサイトの通知をブロックしています。アドレスの横のアイコンから通知を許可し、ページを読み込み直してください。",
            "This browser blocks notifications of this site. Allow them at the icon beside the address, and reload the page."
        ),
        "insecure": Sentence(
            "このアドレスは暗号化されていない（https ではない）ため、ブラウザーは通知を表示しません。管理者に https での公開を依頼してください。管理者は engawa certificate で証明書を作れます。",
            "Browsers show notifications only of sites with https, and this address is plain http. Ask whoever runs this site for an https address; they can make a certificate with “engawa certificate”."
        ),
        "unsupported": Sentence(
            "このブラウザーは、開いているページの通知を表示できません（スマートフォンの多くのブラウザーが該当します）。パソコンのブラウザーをお使いください。",
            "This browser can't show notifications of an open page, as most browsers of phones. Use a browser of a computer."
        ),
    ]

    static let settings = Sentence("お知らせの内容（すべての端末に共通）", "What is announced, on all devices")
    static let which = Sentence("お知らせするメッセージ", "Which messages")
    static let directs = Sentence("ダイレクトメッセージ", "Direct messages")
    static let mentions = Sentence("グループでのメンション", "Messages in groups that mention you")
    static let others = Sentence("グループのそのほかのメッセージ", "All other messages in groups")
    static let content = Sentence("通知に表示する内容", "What a notification says")
    static func content(_ content: NotificationSettings.Content) -> Sentence {
        switch content {
        case .excerpt:
            Sentence("チャットの名前、送った人、メッセージの最初の部分", "The chat, the sender, and the beginning of the message")
        case .sender: Sentence("チャットの名前と送った人", "The chat and the sender")
        case .nothing: Sentence("「新しいメッセージ」とだけ", "Only “New message”")
        }
    }
    static let sound = Sentence("音を鳴らす", "With a sound")
    static let quiet = Sentence("おやすみ時間", "Quiet hours")
    static let quietExplained = Sentence(
        "次の時間帯（端末の時刻）は、通知を出さず、音も鳴らさない", "Show no notifications between these times, by the clock of the device")
    static let quietFrom = Sentence("開始", "From")
    static let quietTo = Sentence("終了", "To")
    static let countsSame = Sentence(
        "タブの題名の数とアイコンの印も、同じメッセージだけを数えます。",
        "The number in the tab's title and the dot on its icon count the same messages.")
    static let countsAll = Sentence(
        "通知を許可するか保存するまでは、タブの題名の数とアイコンの印は、すべての未読メッセージを数えます。",
        "Until you allow notifications or save this, the number in the tab's title and the dot on its icon count all unread messages."
    )
    static let saved = Sentence("保存しました。", "Saved.")
    static let notWritten = Sentence(
        "設定はここには保存しましたが、サインインに使うサービスには保存できませんでした。このページを次に開いたとき、もう一度試します。",
        "The settings are saved here, but could not be saved at the service that you sign in with. It is tried again when you next open this page."
    )
    static let notRead = Sentence(
        "サインインに使うサービスから設定を読み込めませんでした。ここに保存されている設定を表示しています。",
        "The settings could not be read from the service that you sign in with. These are the ones that are kept here.")
}
