import Accounts
import Chat
import OpenID

/// What the sign-in page says.
enum SignInWording: Wording {
    case title
    case tagline
    case field
    case hint
    case submit
    case quickSignIn
    case quickSignInHint
    case samplePassword(String)
    case signInAs(String)
    case empty
    case unknown
    case emptyCredentials
    case wrongCredentials
    case unverifiedEmail
    case notInChat
    case tooMany(Int64)
    case disabled
    case userNameField
    case emailField
    case passwordField
    case stay
    case signInWith(ProviderSignIn.Brand)
    case leaving(ProviderSignIn.Brand)
    case leavingToSignOut(ProviderSignIn.Brand)
    case goOn
    case providerUnreachable
    case providerTimedOut
    case providerRefused
    case providerNotBelieved
    case providerEnded
    case providerUserGone
    case tooLate
    case serviceFault
    case unavailable
    case timedOut
    case backendFault
    case other
    case pleaseSignIn
    case signedOut
    case unsentKept
    case signOut
    case passkey(PasskeyWording)

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
        case .samplePassword(let password):
            Sentence("パスワードは全員 \(password) です。", "Everybody's password is \(password).")
        case .signInAs(let name): Sentence("\(name)としてサインイン", "Sign in as \(name)")
        case .empty: Sentence("ユーザーIDまたはエイリアスを入力してください。", "Enter your user ID or alias.")
        case .unknown:
            Sentence(
                "そのユーザーは見つかりません。入力内容をご確認ください。",
                "There is no such user. Check what you entered.")
        case .emptyCredentials:
            Sentence("名前とパスワードの両方を入力してください。", "Enter both the name and the password.")
        case .unverifiedEmail:
            Sentence(
                "メールアドレスの確認がまだです。届いたメールのリンクを開いてから、もう一度サインインしてください。",
                "Your e-mail address is not confirmed yet. Open the link in the mail you got, then sign in again.")
        case .notInChat:
            Sentence(
                "アカウントはありますが、チャットにはまだ参加していません。管理者にお問い合わせください。",
                "You have an account, but no place in the chat yet. Ask whoever runs it.")
        case .wrongCredentials:
            Sentence("名前かパスワードが正しくありません。", "The name or the password is wrong.")
        case .tooMany(let seconds):
            Sentence(
                "試行回数が多すぎます。\(seconds)秒後にもう一度お試しください。",
                "Too many attempts. Try again in \(seconds) seconds.")
        case .disabled: Sentence("このアカウントは使えません。", "This account can't be used.")
        case .userNameField: Sentence("ユーザー名", "User name")
        case .emailField: Sentence("メールアドレス", "E-mail address")
        case .passwordField: Sentence("パスワード", "Password")
        case .stay: Sentence("サインインしたままにする", "Stay signed in")
        case .signInWith(.apple): Sentence("Appleでサインイン", "Sign in with Apple")
        case .signInWith(.named(let name)): Sentence("\(name)でサインイン", "Sign in with \(name)")
        case .leaving(.apple): Sentence("Appleのページに移動します", "On to Apple")
        case .leaving(.named(let name)): Sentence("\(name)のページに移動します", "On to \(name)")
        case .leavingToSignOut(.apple):
            Sentence(
                "ここではサインアウトしました。続いてAppleからもサインアウトします。", "You are signed out here. On to Apple, to sign out there too.")
        case .leavingToSignOut(.named(let name)):
            Sentence(
                "ここではサインアウトしました。続いて\(name)からもサインアウトします。",
                "You are signed out here. On to \(name), to sign out there too.")
        case .goOn: Sentence("続ける", "Go on")
        case .providerUnreachable:
            Sentence(
                "サインイン先のサービスに接続できません。しばらくしてからもう一度お試しください。",
                "The sign-in service can't be reached. Try again in a moment.")
        case .providerTimedOut:
            Sentence(
                "サインイン先のサービスから応答がありません。もう一度お試しください。",
                "The sign-in service did not answer in time. Try again.")
        case .providerRefused:
            Sentence("サインイン先のサービスに拒否されました。", "The sign-in service refused.")
        case .providerNotBelieved:
            Sentence(
                "サインイン先のサービスの応答を確認できませんでした。もう一度お試しください。",
                "The sign-in service's answer could not be verified. Try again.")
        case .providerUserGone:
            Sentence(
                "サインイン先のサービスにこのユーザーはもういません。",
                "The sign-in service does not know this user any more.")
        case .providerEnded:
            Sentence(
                "サインイン先のサービスとのセッションが終わりました。もう一度サインインしてください。",
                "The session at the sign-in service has ended. Sign in again.")
        case .tooLate:
            Sentence(
                "このサインインは期限切れか、すでに使われています。もう一度はじめてください。",
                "This sign-in has expired or was used already. Begin again.")
        case .unavailable:
            Sentence(
                "チャットのサーバーに接続できません。しばらくしてからもう一度お試しください。",
                "The chat server can't be reached. Try again in a moment.")
        case .serviceFault:
            Sentence(
                "サインイン先のサービスで問題が起きています。しばらくしてからもう一度お試しください。",
                "The sign-in service has a problem. Try again in a moment.")
        case .backendFault:
            Sentence(
                "チャットのサーバーで問題が起きています。しばらくしてからもう一度お試しください。",
                "The chat server has a problem. Try again in a moment.")
        case .other:
            Sentence("サインインできませんでした。もう一度お試しください。", "Signing in did not work. Try again.")
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
        case .passkey(let words): words.sentence
        }
    }
}

extension SignInWording {
    /// What a person is told about why it did not work.
    init(_ error: SignInError, by method: SignInMethodID? = .userID) {
        switch error {
        case .empty: self = method == .userID ? .empty : .emptyCredentials
        case .unknownUser: self = .unknown
        case .wrongCredentials: self = .wrongCredentials
        case .tooMany(let time): self = .tooMany(time.retrySeconds)
        case .disabled: self = .disabled
        case .unverifiedEmail: self = .unverifiedEmail
        case .notInChat: self = .notInChat
        case .backend(let error): self.init(error)
        case .provider(let error): self.init(error)
        }
    }

    init(_ error: ChatError) {
        switch error.reason {
        case .timedOut: self = .timedOut
        case .unavailable: self = .unavailable
        case .unexpectedAnswer: self = .backendFault
        default: self = .other
        }
    }

    private init(_ error: ProviderError) {
        switch error.reason {
        case .noTransaction: self = .tooLate
        case .timedOut: self = .providerTimedOut
        case .unreachable, .unavailable, .cancelled: self = .providerUnreachable
        case .tooMany(let time): self = .tooMany(time?.components.seconds ?? 60)
        case .refused, .cancelledByPerson: self = .providerRefused
        case .userNotFound: self = .providerUserGone
        case .sessionEnded: self = .providerEnded
        case .invalidAnswer where error.operation == .signIn: self = .serviceFault
        case .invalidAnswer, .token, .claim, .otherIssuer: self = .providerNotBelieved
        }
    }
}

/// What the page says on which somebody sets up a profile.
enum WelcomeWording: Wording {
    case title
    case explanation
    case knownAs(String)

    var sentence: Sentence {
        switch self {
        case .title: Sentence("ようこそ", "Welcome")
        case .explanation:
            Sentence(
                "はじめまして。ここでの名前とエイリアスを決めてください。",
                "You are new here. Choose the name and the alias by which others will know you.")
        case .knownAs(let email): Sentence("\(email)として確認できました。", "You have proven to be \(email).")
        }
    }
}
