import Accounts
import Chat
import OpenID

/// What the sign-in page says.
enum SignInWording {
    static let title = Sentence("サインイン", "Sign in")
    static let tagline = Sentence("ご近所と、縁側で。", "Where neighbours sit and talk.")
    static let field = Sentence("ユーザーIDまたはエイリアス", "User ID or alias")
    static let hint = Sentence("例：alice", "For example: alice")
    static let submit = Sentence("サインイン", "Sign in")
    static let quickSignIn = Sentence("開発用クイックサインイン", "Quick sign-in for development")
    static let quickSignInHint = Sentence("開発モードでのみ表示されます。", "Shown in development mode only.")
    static func samplePassword(_ password: String) -> Sentence {
        Sentence("パスワードは全員 \(password) です。", "Everybody's password is \(password).")
    }
    static func signInAs(_ name: String) -> Sentence { Sentence("\(name)としてサインイン", "Sign in as \(name)") }
    static let underWay = Sentence("認証中…", "Signing in…")
    static func lastUser(_ name: String) -> Sentence { Sentence("前回のID: \(name)", "Last ID: \(name)") }
    static let forgetLastUser = Sentence("忘れる", "Forget")
    static let forgetLastUserLabel = Sentence("前回のIDを忘れる", "Forget the last ID")
    static let empty = Sentence("User IDを入力してください", "Enter your User ID.")
    static let malformed = Sentence("無効なUser ID形式です", "This is not a valid User ID.")
    static let unknown = Sentence("指定されたUser IDが見つかりません", "There is no such User ID.")
    static let emptyCredentials = Sentence("名前とパスワードの両方を入力してください。", "Enter both the name and the password.")
    static let unverifiedEmail = Sentence(
        "メールアドレスの確認がまだです。届いたメールのリンクを開いてから、もう一度サインインしてください。",
        "Your e-mail address is not confirmed yet. Open the link in the mail you got, then sign in again.")
    static let notInChat = Sentence(
        "アカウントはありますが、チャットにはまだ参加していません。管理者にお問い合わせください。",
        "You have an account, but no place in the chat yet. Ask whoever runs it.")
    static let wrongCredentials = Sentence("名前かパスワードが正しくありません。", "The name or the password is wrong.")
    static func tooMany(_ seconds: Int64) -> Sentence {
        Sentence(
            "試行回数が多すぎます。\(seconds)秒後にもう一度お試しください。",
            "Too many attempts. Try again in \(seconds) \(seconds == 1 ? "second" : "seconds").")
    }
    static let disabled = Sentence("このアカウントは使えません。", "This account can't be used.")
    static let userNameField = Sentence("ユーザー名", "User name")
    static let emailField = Sentence("メールアドレス", "E-mail address")
    static let passwordField = Sentence("パスワード", "Password")
    static let stay = Sentence("サインインしたままにする", "Stay signed in")
    static func signInWith(_ provider: ProviderSignIn.Brand) -> Sentence {
        let name = provider.name
        return Sentence("\(name)でサインイン", "Sign in with \(name)")
    }
    static func leaving(_ provider: ProviderSignIn.Brand) -> Sentence {
        let name = provider.name
        return Sentence("\(name)のページに移動します", "On to \(name)")
    }
    static func leavingToSignOut(_ provider: ProviderSignIn.Brand) -> Sentence {
        let name = provider.name
        return Sentence(
            "ここではサインアウトしました。続いて\(name)からもサインアウトします。",
            "You are signed out here. On to \(name), to sign out there too.")
    }
    static let goOn = Sentence("続ける", "Go on")
    static let providerUnreachable = Sentence(
        "サインイン先のサービスに接続できません。しばらくしてからもう一度お試しください。",
        "The sign-in service can't be reached. Try again in a moment.")
    static let providerTimedOut = Sentence(
        "サインイン先のサービスから応答がありません。もう一度お試しください。",
        "The sign-in service did not answer in time. Try again.")
    static let providerRefused = Sentence("サインイン先のサービスに拒否されました。", "The sign-in service refused.")
    static let providerNotBelieved = Sentence(
        "サインイン先のサービスの応答を確認できませんでした。もう一度お試しください。",
        "The sign-in service's answer could not be verified. Try again.")
    static let providerUserGone = Sentence(
        "サインイン先のサービスにこのユーザーはもういません。",
        "The sign-in service does not know this user any more.")
    static let providerEnded = Sentence(
        "サインイン先のサービスとのセッションが終わりました。もう一度サインインしてください。",
        "The session at the sign-in service has ended. Sign in again.")
    static let tooLate = Sentence(
        "このサインインは期限切れか、すでに使われています。もう一度はじめてください。",
        "This sign-in has expired or was used already. Begin again.")
    static let unavailable = Sentence(
        "チャットのサーバーに接続できません。しばらくしてからもう一度お試しください。",
        "The chat server can't be reached. Try again in a moment.")
    static let serviceFault = Sentence(
        "サインイン先のサービスで問題が起きています。しばらくしてからもう一度お試しください。",
        "The sign-in service has a problem. Try again in a moment.")
    static let backendFault = Sentence(
        "チャットのサーバーで問題が起きています。しばらくしてからもう一度お試しください。",
        "The chat server has a problem. Try again in a moment.")
    static let backendRefused = Sentence(
        "チャットのサーバーに拒否されました。管理者にお知らせください。",
        "The chat server refused. Tell whoever runs this site.")
    static let backendNonsense = Sentence(
        "チャットのサーバーの応答を読み取れません。しばらくしてからもう一度お試しください。",
        "The chat server's answer made no sense. Try again in a moment.")
    static let other = Sentence("サインインできませんでした。もう一度お試しください。", "Signing in did not work. Try again.")
    static let timedOut = Sentence(
        "チャットのサーバーから応答がありません。もう一度お試しください。",
        "The chat server did not answer in time. Try again.")
    static let sessionEnded = Sentence("セッションの有効期限が切れました", "Your session has ended.")
    static let pleaseSignIn = Sentence("続けるにはサインインしてください。", "Sign in to continue.")
    static let signedOut = Sentence("サインアウトしました。", "You are signed out.")
    static let unsentKept = Sentence(
        "送信されていない文章です。サインインすると入力欄に戻ります。",
        "This was not sent. It will be back in the box when you have signed in.")
    static let filesNotKept = Sentence(
        "添付したファイルは、サインインしたあとでもう一度選んでください。",
        "Its files are not kept: choose them again when you have signed in.")
    static let signOut = Sentence("サインアウト", "Sign out")
}

extension SignInWording {
    /// The sentence for an error of signing in.
    static func failure(_ error: SignInError, by method: SignInMethodID? = .userID) -> Sentence {
        switch error {
        case .empty: method == .userID ? empty : emptyCredentials
        case .malformedUserID: malformed
        case .unknownUser: unknown
        case .wrongCredentials: wrongCredentials
        case .tooMany(let time): tooMany(time.retrySeconds)
        case .disabled: disabled
        case .unverifiedEmail: unverifiedEmail
        case .notInChat: notInChat
        case .backend(let error): failure(error)
        case .provider(let error): failure(error)
        }
    }

    static func failure(_ error: ChatError) -> Sentence {
        switch error.reason {
        case .timedOut: timedOut
        case .unavailable: unavailable
        case .diskFull: ErrorWording.diskFull.detail
        case .notWritable: ErrorWording.notWritable.detail
        case .serverFault: backendFault
        case .unauthenticated, .forbidden: backendRefused
        case .unexpectedAnswer: backendNonsense
        default: other
        }
    }

    private static func failure(_ error: ProviderError) -> Sentence {
        switch error.reason {
        case .noTransaction: tooLate
        case .timedOut: providerTimedOut
        case .unreachable, .unavailable, .cancelled: providerUnreachable
        case .tooMany(let time): tooMany(time?.components.seconds ?? 60)
        case .refused, .cancelledByPerson: providerRefused
        case .userNotFound: providerUserGone
        case .sessionEnded: providerEnded
        case .invalidAnswer where error.operation == .signIn: serviceFault
        case .invalidAnswer, .token, .claim, .otherIssuer: providerNotBelieved
        }
    }
}

/// The page on which a person sets up a profile.
enum WelcomeWording {
    static let title = Sentence("ようこそ", "Welcome")
    static let explanation = Sentence(
        "はじめまして。ここでの名前とエイリアスを決めてください。",
        "You are new here. Choose the name and the alias by which others will know you.")
    static func knownAs(_ email: String) -> Sentence {
        Sentence("\(email)として確認できました。", "You have proven to be \(email).")
    }
}
