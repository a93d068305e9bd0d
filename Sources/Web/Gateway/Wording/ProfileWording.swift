/// What the profile page and the session page say.
enum ProfileWording: Wording {
    case title
    case name
    case alias
    case userID
    case since
    case display
    case language
    case timeZone
    case timeZoneHint
    case automatic(String)
    case typing
    case typingShown
    case typingHidden
    case save
    case reload
    case account
    case session
    case sessionTitle
    case sessionState
    case signedIn
    case notSignedIn
    case signedInAt
    case method
    case methodUserID

    var sentence: Sentence {
        switch self {
        case .title: Sentence("プロフィール", "Profile")
        case .name: Sentence("名前", "Name")
        case .alias: Sentence("エイリアス", "Alias")
        case .userID: Sentence("ユーザーID", "User ID")
        case .since: Sentence("登録日", "Here since")
        case .display: Sentence("表示", "Display")
        case .language: Sentence("言語", "Language")
        case .timeZone: Sentence("タイムゾーン", "Time zone")
        case .timeZoneHint:
            Sentence("時刻はこのタイムゾーンで表示されます。", "Times are shown in this zone.")
        case .automatic(let zone): Sentence("サーバーと同じ（\(zone)）", "The server's (\(zone))")
        case .typing: Sentence("入力中の表示", "While you type")
        case .typingShown: Sentence("相手に表示する", "Others see that you are typing")
        case .typingHidden: Sentence("表示しない", "Nobody sees it")
        case .save: Sentence("保存", "Save")
        case .reload: Sentence("最新の情報に更新", "Reload")
        case .account: Sentence("アカウント", "Account")
        case .session: Sentence("このセッションの中身を見る（開発モード）", "Look into this session (development mode)")
        case .sessionTitle: Sentence("セッション", "Session")
        case .sessionState: Sentence("状態", "State")
        case .signedIn: Sentence("サインイン中", "Signed in")
        case .notSignedIn: Sentence("サインインしていません", "Not signed in")
        case .signedInAt: Sentence("サインインした時刻", "Signed in at")
        case .method: Sentence("方法", "Method")
        case .methodUserID: Sentence("ユーザーIDまたはエイリアス", "User ID or alias")
        }
    }
}
