/// What the profile page and the session page say.
enum ProfileWording {
    static let title = Sentence("プロフィール", "Profile")
    static let name = Sentence("名前", "Name")
    static let alias = Sentence("エイリアス", "Alias")
    static let userID = Sentence("ユーザーID", "User ID")
    static let since = Sentence("登録日", "Here since")
    static let files = Sentence("ファイル", "Files")
    static func files(_ taken: String, of limit: String) -> Sentence {
        Sentence("\(taken)（\(limit)まで）", "\(taken) of \(limit)")
    }
    static let introduction = Sentence("自己紹介", "Introduction")
    static let display = Sentence("表示", "Display")
    static let language = Sentence("言語", "Language")
    static let timeZone = Sentence("タイムゾーン", "Time zone")
    static let timeZoneHint = Sentence("時刻はこのタイムゾーンで表示されます。", "Times are shown in this zone.")
    static func automatic(_ zone: String) -> Sentence { Sentence("サーバーと同じ（\(zone)）", "The server's (\(zone))") }
    static let typing = Sentence("入力中の表示", "While you type")
    static let typingShown = Sentence("相手に表示する", "Others see that you are typing")
    static let typingHidden = Sentence("表示しない", "Nobody sees it")
    static let save = Sentence("保存", "Save")
    static let reload = Sentence("最新の情報に更新", "Reload")
    static let account = Sentence("アカウント", "Account")
    static let session = Sentence("このセッションの中身を見る（開発モード）", "Look into this session (development mode)")
    static let sessionTitle = Sentence("セッション", "Session")
    static let sessionState = Sentence("状態", "State")
    static let signedIn = Sentence("サインイン中", "Signed in")
    static let notSignedIn = Sentence("サインインしていません", "Not signed in")
    static let signedInAt = Sentence("サインインした時刻", "Signed in at")
    static let method = Sentence("方法", "Method")
    static let methodUserID = Sentence("ユーザーIDまたはエイリアス", "User ID or alias")
}
