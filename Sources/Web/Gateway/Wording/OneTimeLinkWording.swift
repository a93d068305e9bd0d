/// The pages behind one-time links.
enum OneTimeLinkWording {
    static let title = Sentence("リンク", "Link")
    static let unknown = Sentence(
        "このリンクは使えません。新しいリンクに置き換えられたか、アドレスが途中で切れている可能性があります。",
        "This link does nothing. It was replaced by a newer one, or a part of the address is missing.")
    static let used = Sentence(
        "このリンクはもう使われました。リンクは一度だけ使えます。必要なら、新しいリンクを管理者に依頼してください。",
        "This link was used already; it is good once. If you need another one, ask whoever runs this site.")
    static let expired = Sentence(
        "このリンクの期限が切れました。新しいリンクを管理者に依頼してください。",
        "This link has expired. Ask whoever runs this site for a new one.")
    static let invitation = Sentence("招待", "Invitation")
    static let invitationExplained = Sentence(
        "あなたは招待されています。表示する名前とエイリアスを決めてください。",
        "You are invited. Choose the name that others see, and an alias.")
    static let join = Sentence("参加する", "Join")
    static let joined = Sentence("登録しました。サインインしてください。", "You are registered. Sign in now.")
    static let reset = Sentence("新しいパスワード", "New password")
    static let resetExplained = Sentence(
        "新しいパスワードを決めてください。サインイン中の端末はすべてサインアウトされます。",
        "Choose a new password. You will be signed out everywhere.")
    static let resetAndFactorsExplained = Sentence(
        "新しいパスワードを決めてください。認証アプリとパスキーは削除され、サインイン中の端末はすべてサインアウトされます。",
        "Choose a new password. Your authenticator app and passkeys are removed, and you will be signed out everywhere."
    )
    static let factorsExplained = Sentence(
        "認証アプリとパスキーを削除します。サインイン中の端末はすべてサインアウトされます。",
        "This removes your authenticator app and passkeys. You will be signed out everywhere.")
    static let setPassword = Sentence("パスワードを設定", "Set the password")
    static let passwordSet = Sentence("パスワードを設定しました。サインインしてください。", "The password is set. Sign in now.")
    static let removeFactors = Sentence("削除する", "Remove them")
    static let factorsRemoved = Sentence(
        "認証アプリとパスキーを削除しました。サインインしてください。",
        "The authenticator app and the passkeys are removed. Sign in now.")
    static let goodUntil = Sentence("リンクの期限：", "The link is good until ")
    static let signIn = Sentence("サインインへ", "To the sign-in page")
    static let notHere = Sentence(
        "この接続は暗号化されていないため、パスワードを入力できません。https のアドレスで開いてください。",
        "A password would cross the network in the open here. Open this link at an https address.")
}
