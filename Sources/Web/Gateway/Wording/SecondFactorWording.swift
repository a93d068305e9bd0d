/// The page that asks for a second factor, and the page that asks for a fresh proof.
enum SecondFactorWording {
    static let title = Sentence("もう一段階の確認", "One more step")
    static func explanation(_ name: String) -> Sentence {
        Sentence("\(name)としてサインインしています。", "You are signing in as \(name).")
    }
    static let codeField = Sentence("認証アプリのコード、またはリカバリーコード", "Code from your app, or a recovery code")
    static let recoveryField = Sentence("リカバリーコード", "Recovery code")
    static let appCodeField = Sentence("認証アプリに表示された6桁のコード", "The six digits that the app shows")
    static let codeHint = Sentence("コードは30秒ごとに変わり、それぞれ一度だけ使えます。", "Codes change every 30 seconds, and each works once.")
    static func remember(_ days: Int64) -> Sentence {
        Sentence("このブラウザーでは\(days)日間たずねない", "Don't ask in this browser for \(days) days")
    }
    static let submit = Sentence("確認する", "Confirm")
    static let wrongCode = Sentence("コードが正しくありません。新しいコードでもう一度お試しください。", "That did not work. Try again with a new code.")
    static let wrongCredentials = Sentence("入力内容が正しくありません。", "That is not right.")
    static func notAskedAgain(_ provider: String) -> Sentence {
        Sentence(
            "\(provider)であらためて確認されたことがわかりませんでした。一度サインアウトして、もう一度サインインすると続けられます。",
            "\(provider) did not say that it asked you again. Sign out and sign in again, then this works.")
    }
    static func tooMany(_ seconds: Int64) -> Sentence {
        SignInWording.tooMany(seconds)
    }
    static let enrolmentNeeded = Sentence(
        "ここでは二段階の確認が必要です。パスキーか認証アプリのどちらかを設定してください。",
        "A second step is required here. Set up a passkey or an authenticator app.")
    static let enrolmentScan = Sentence(
        "認証アプリで、この画像を読み取ります。",
        "Scan this picture with an authenticator app.")
    static let enrolmentConfirm = Sentence("アプリに表示されたコードを入力します。", "Type the code that the app then shows.")
    static let qrCode = Sentence("認証アプリで読み取るQRコード", "QR code for the authenticator app")
    static let typedSecret = Sentence(
        "読み取れないときは、このキーをアプリに入力してください。", "If you can't scan it, type this key into the app.")
    static let enrolmentSubmit = Sentence("設定を終える", "Finish")
    static func confirmAs(_ name: String) -> Sentence {
        Sentence("\(name)としてサインインしています。", "You are signed in as \(name).")
    }
    static let confirm = Sentence("確認して続ける", "Confirm and go on")
    static func confirmAt(_ provider: String) -> Sentence { Sentence("\(provider)で確認する", "Confirm at \(provider)") }
    static let signInAgain = Sentence(
        "確認できる方法がありません。一度サインアウトして、もう一度サインインしてください。",
        "There is nothing to confirm with. Sign out and sign in again.")
}
