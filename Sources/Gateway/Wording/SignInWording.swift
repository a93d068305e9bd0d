/// What the sign-in page says.
enum SignInWording: Wording {
    case title
    case tagline
    case field
    case hint
    case submit
    case quickSignIn
    case quickSignInHint
    case signInAs(String)
    case empty
    case unknown
    case unavailable
    case timedOut
    case pleaseSignIn
    case signedOut
    case unsentKept
    case signOut

    var sentence: Sentence {
        switch self {
        case .title: Sentence("サインイン", "Sign in")
        case .tagline: Sentence("ご近所と、縁側で。", "Where neighbours sit and talk.")
        case .field: Sentence("ユーザーIDまたはエイリアス", "User ID or alias")
        case .hint: Sentence("例：alice", "For example: alice")
        case .submit: Sentence("サインイン", "Sign in")
        case .quickSignIn: Sentence("開発用クイックサインイン", "Quick sign-in for development")
        case .quickSignInHint:
            Sentence("開発モードでのみ表示されます。", "Shown in development mode only.")
        case .signInAs(let name): Sentence("\(name)としてサインイン", "Sign in as \(name)")
        case .empty: Sentence("ユーザーIDまたはエイリアスを入力してください。", "Enter your user ID or alias.")
        case .unknown:
            Sentence(
                "そのユーザーは見つかりません。入力内容をご確認ください。",
                "There is no such user. Check what you entered.")
        case .unavailable:
            Sentence(
                "チャットのサーバーに接続できません。しばらくしてからもう一度お試しください。",
                "The chat server can't be reached. Try again in a moment.")
        case .timedOut:
            Sentence(
                "チャットのサーバーから応答がありません。もう一度お試しください。",
                "The chat server did not answer in time. Try again.")
        case .pleaseSignIn: Sentence("続けるにはサインインしてください。", "Sign in to continue.")
        case .signedOut: Sentence("サインアウトしました。", "You are signed out.")
        case .unsentKept:
            Sentence(
                "送信されていない文章です。サインインすると入力欄に戻ります。",
                "This was not sent. It will be back in the box when you have signed in.")
        case .signOut: Sentence("サインアウト", "Sign out")
        }
    }
}
