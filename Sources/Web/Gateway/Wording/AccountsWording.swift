/// The pages on which admins of the site manage people.
enum AccountsWording {
    static let title = Sentence("メンバーの管理", "People of this site")
    static let nobody = Sentence("見つかりませんでした。", "Nobody was found.")
    static let moreFound = Sentence(
        "ほかにも見つかりました。名前かエイリアスをくわしく入力してください。",
        "More people match. Type more of the name or the alias.")
    static let admin = Sentence("サイト管理者", "Site admin")
    static let isDisabled = Sentence("停止中", "Disabled")
    static let isDisabledSince = Sentence("停止した日時", "Disabled since")
    static let lastSeen = Sentence("最後の利用", "Last seen")
    static let notSeen = Sentence("サインインなし", "Not signed in")
    static let waysIn = Sentence("サインイン方法", "Ways in")
    static let noWay = Sentence("登録なし", "None of their own")
    static let role = Sentence("役割", "Role")
    static let member = Sentence("メンバー", "Member")
    static let authenticator = Sentence("認証アプリ", "Authenticator app")
    static func passkeys(_ count: Int) -> Sentence {
        Sentence("パスキー\(count)個", count == 1 ? "1 passkey" : "\(count) passkeys")
    }
    static let rename = Sentence("名前とエイリアス", "Name and alias")
    static let save = Sentence("保存", "Save")
    static let renamed = Sentence("名前とエイリアスを保存しました。", "The name and the alias are saved.")
    static let sessions = Sentence("サインイン中の端末", "Where this person is signed in")
    static let noSessions = Sentence("サインイン中の端末はありません。", "Signed in nowhere.")
    static let moreSessions = Sentence(
        "ほかにもサインイン中の端末があります。", "There are more sessions than are shown.")
    static let endAll = Sentence("すべての端末をサインアウト", "Sign out everywhere")
    static let access = Sentence("サインインの回復", "Getting back in")
    static let passwordLinkExplained = Sentence(
        "新しいパスワードを設定するためのリンクを作ります。一度だけ、1日のあいだ使えます。本人であることを確かめてから渡してください。",
        "Makes a link with which this person sets a new password. It is good once, for a day. Make sure who asks for it."
    )
    static let factorsLinkExplained = Sentence(
        "認証アプリとパスキーを削除するためのリンクを作ります。一度だけ、1日のあいだ使えます。本人であることを確かめてから渡してください。",
        "Makes a link with which this person removes the second factors. It is good once, for a day. Make sure who asks for it."
    )
    static let makePasswordLink = Sentence("パスワードのリンクを作る", "Make a link for a new password")
    static let makeFactorsLink = Sentence("認証アプリとパスキーも削除するリンクを作る", "Make a link that removes second factors")
    static let linkTitle = Sentence("一度だけ使えるリンク", "A link that is good once")
    static let linkExplained = Sentence(
        "このリンクはここで一度だけ表示されます。コピーして本人に渡してください。以前に作ったリンクは使えなくなりました。",
        "This link is shown here only, and only now. Copy it and give it to the person. Earlier links do nothing any more."
    )
    static let link = Sentence("リンク", "Link")
    static let backToPerson = Sentence("メンバーのページに戻る", "Back to the person")
    static let state = Sentence("アカウントの停止", "Disabling the account")
    static let disableExplained = Sentence(
        "停止すると、すべての端末からサインアウトされ、サインインできなくなります。あとで再開できます。",
        "A disabled person is signed out everywhere and can't sign in. You can enable the account again.")
    static let disable = Sentence("停止する", "Disable")
    static let disabled = Sentence("アカウントを停止しました。", "The account is disabled.")
    static let enableExplained = Sentence(
        "再開すると、またサインインできるようになります。", "An enabled person can sign in again.")
    static let enable = Sentence("再開する", "Enable")
    static let enabled = Sentence("アカウントを再開しました。", "The account is enabled.")
    static let delete = Sentence("アカウントの削除", "Delete the account")
    static let deleteExplained = Sentence(
        "プロフィール、リアクション、ブックマーク、下書きを削除し、すべての会話から退出させます。元に戻せません。メッセージは名前のない形で残ります。",
        "Deletes the profile, reactions, bookmarks and drafts, and leaves all conversations. This can't be undone. Messages stay, without a name."
    )
    static let withMessages = Sentence("メッセージもすべて削除する", "Delete all messages too")
    static let deleteButton = Sentence("削除する", "Delete")
    static let deleted = Sentence("アカウントを削除しました。", "The account is deleted.")
    static let oneself = Sentence(
        "ご自分のアカウントは、このページでは停止も削除もできません。",
        "You can't disable or delete your own account on this page.")
}
