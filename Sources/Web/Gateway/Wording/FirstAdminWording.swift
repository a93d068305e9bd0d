/// What is said where the first admin of a site is made.
enum FirstAdminWording {
    static let title = Sentence("はじめの管理者", "The first admin")
    static let nobodyHere = Sentence(
        "このサイトにはまだ誰もいません。サーバーのログにあるコードで、はじめの管理者を登録できます。",
        "There is nobody here yet. The first admin registers with the code in the server's log.")
    static let begin = Sentence("はじめの管理者を登録", "Register the first admin")
    static let explanation = Sentence(
        "このサイトの管理者になる、はじめの人を登録します。",
        "Registers the first person of this site, who becomes its admin.")
    static let code = Sentence("ログにあるコード", "Code from the log")
    static let codeHint = Sentence(
        "サイトの起動時に、サーバーのログに書かれます。大文字と小文字は区別しません。",
        "The site writes it to the server's log when it starts. Capital and small letters are the same.")
    static let goodUntil = Sentence("コードの期限：", "The code is good until ")
    static let submit = Sentence("登録してはじめる", "Register and begin")
    static let wrongCode = Sentence(
        "コードが違います。コードはサイトを起動するたびに変わります。ログのいちばん新しいものを入力してください。",
        "That is not the code. Each start of the site writes another one: take the newest in the log.")
    static let expired = Sentence(
        "コードの期限が切れました。サイトを起動しなおすと、新しいコードがログに書かれます。",
        "The code has expired. Restart the site: it writes another one to its log.")
    static let underWay = Sentence(
        "はじめの管理者は、いま別の画面で登録中です。少し待ってからもう一度お試しください。",
        "The first admin is being registered in another window. Wait a moment and try again.")
    static let over = Sentence(
        "このサイトにはもう人がいるため、このページは使えません。サインインしてください。",
        "There are people on this site already, so this page does nothing any more. Sign in.")
    static let notHere = Sentence(
        "この接続は暗号化されていないため、パスワードを入力できません。https のアドレスで開いてください。",
        "A password would cross the network in the open here. Open this page at an https address.")
}
