/// What the page says on which somebody proves a second factor, or proves again who they are.
enum SecondFactorWording: Wording {
    case title
    case explanation(String)
    case codeField
    case recoveryField
    case appCodeField
    case codeHint
    case remember(Int64)
    case submit
    case wrongCode
    case wrongCredentials
    case notAskedAgain(String)
    case tooMany(Int64)
    case passkey(PasskeyWording)
    case enrolmentNeeded
    case enrolmentScan
    case enrolmentConfirm
    case qrCode
    case typedSecret
    case enrolmentSubmit
    case confirmAs(String)
    case confirm
    case confirmAt(String)
    case signInAgain

    var sentence: Sentence {
        switch self {
        case .title: Sentence("もう一段階の確認", "One more step")
        case .explanation(let name): Sentence("\(name)としてサインインしています。", "You are signing in as \(name).")
        case .codeField: Sentence("認証アプリのコード、またはリカバリーコード", "Code from your app, or a recovery code")
        case .recoveryField: Sentence("リカバリーコード", "Recovery code")
        case .appCodeField: Sentence("認証アプリに表示された6桁のコード", "The six digits that the app shows")
        case .codeHint:
            Sentence("コードは30秒ごとに変わり、それぞれ一度だけ使えます。", "Codes change every 30 seconds, and each works once.")
        case .remember(let days): Sentence("このブラウザーでは\(days)日間たずねない", "Don't ask in this browser for \(days) days")
        case .submit: Sentence("確認する", "Confirm")
        case .wrongCode: Sentence("コードが正しくありません。新しいコードでもう一度お試しください。", "That did not work. Try again with a new code.")
        case .wrongCredentials: Sentence("入力内容が正しくありません。", "That is not right.")
        case .notAskedAgain(let provider):
            Sentence(
                "\(provider)であらためて確認されたことがわかりませんでした。一度サインアウトして、もう一度サインインすると続けられます。",
                "\(provider) did not say that it asked you again. Sign out and sign in again, then this works.")
        case .tooMany(let seconds):
            Sentence("試行回数が多すぎます。\(seconds)秒後にもう一度お試しください。", "Too many attempts. Try again in \(seconds) seconds.")
        case .passkey(let words): words.sentence
        case .enrolmentNeeded:
            Sentence(
                "ここでは二段階の確認が必要です。パスキーか認証アプリのどちらかを設定してください。",
                "A second step is required here. Set up a passkey or an authenticator app.")
        case .enrolmentScan:
            Sentence(
                "認証アプリで、この画像を読み取ります。",
                "Scan this picture with an authenticator app.")
        case .enrolmentConfirm: Sentence("アプリに表示されたコードを入力します。", "Type the code that the app then shows.")
        case .qrCode: Sentence("認証アプリで読み取るQRコード", "QR code for the authenticator app")
        case .typedSecret: Sentence("読み取れないときは、このキーをアプリに入力してください。", "If you can't scan it, type this key into the app.")
        case .enrolmentSubmit: Sentence("設定を終える", "Finish")
        case .confirmAs(let name): Sentence("\(name)としてサインインしています。", "You are signed in as \(name).")
        case .confirm: Sentence("確認して続ける", "Confirm and go on")
        case .confirmAt(let provider): Sentence("\(provider)で確認する", "Confirm at \(provider)")
        case .signInAgain:
            Sentence(
                "確認できる方法がありません。一度サインアウトして、もう一度サインインしてください。",
                "There is nothing to confirm with. Sign out and sign in again.")
        }
    }
}
