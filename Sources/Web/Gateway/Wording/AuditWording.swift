import Accounts

/// The page of the audit log.
enum AuditWording {
    static let title = Sentence("監査ログ", "Audit log")
    static let from = Sentence("最初の日", "First day")
    static let to = Sentence("最後の日", "Last day")
    static let person = Sentence("メンバー（エイリアスまたはユーザーID）", "Person (alias or User ID)")
    static let kind = Sentence("種類", "Kind")
    static let allKinds = Sentence("すべて", "All")
    static let show = Sentence("表示", "Show")
    static let nothing = Sentence("該当する記録はありません。", "There are no such lines.")
    static let older = Sentence("さらに古い記録を表示", "Show older lines")
    static let by = Sentence("操作：", "By ")
    static let badDay = Sentence(
        "日付は2026-11-25のように入力してください。", "A day is written like this: 2026-11-25.")
    static let badOrder = Sentence(
        "最後の日は、最初の日と同じか、それより後にしてください。", "The last day must not be before the first one.")
    static let badPerson = Sentence(
        "そのメンバーは見つかりません。エイリアスかユーザーIDを確かめてください。",
        "There is nobody of that name. Check the alias or the User ID.")
    static let download = Sentence("CSVファイルをダウンロード", "Download as a CSV file")
    static let downloadExplained = Sentence(
        "この条件に合うすべての記録を、新しい順に1つのファイルにまとめます（最大8MB、約3万件）。ダウンロードしたことも記録されます。",
        "Puts all lines that match into one file, the newest first (8 MB at most, about 30,000 lines). The download is written to the log too."
    )
    static let fileEnds = Sentence(
        "ファイルが最大の大きさになりました。これより古い記録は、最後の日を選んでダウンロードしてください。",
        "The file is full. For older lines choose an earlier last day.")

    static func kind(_ kind: AuditEvent.Kind) -> Sentence {
        switch kind {
        case .signedIn: Sentence("サインイン", "Signed in")
        case .signInRefused: Sentence("サインインの拒否", "Sign-in refused")
        case .signedOut: Sentence("サインアウト", "Signed out")
        case .sessionRevoked: Sentence("セッションの終了", "Session ended")
        case .refreshRefused: Sentence("資格情報の更新の拒否", "Renewal of credentials refused")
        case .identityLinked: Sentence("サインイン方法の追加", "Way to sign in added")
        case .identityUnlinked: Sentence("サインイン方法の解除", "Way to sign in removed")
        case .consentWithdrawn: Sentence("同意の取り消し", "Consent withdrawn")
        case .roleChanged: Sentence("役割の変更", "Role changed")
        case .userDisabled: Sentence("アカウントの停止", "Account disabled")
        case .userEnabled: Sentence("アカウントの再開", "Account enabled")
        case .factorProven: Sentence("二段階認証の成功", "Second factor proven")
        case .factorRefused: Sentence("二段階認証の拒否", "Second factor refused")
        case .passwordChanged: Sentence("パスワードの変更", "Password changed")
        case .passwordChangeRefused: Sentence("パスワード変更の拒否", "Password change refused")
        case .authenticatorAdded: Sentence("認証アプリの追加", "Authenticator app added")
        case .authenticatorRemoved: Sentence("認証アプリの削除", "Authenticator app removed")
        case .passkeyAdded: Sentence("パスキーの追加", "Passkey added")
        case .passkeyRemoved: Sentence("パスキーの削除", "Passkey removed")
        case .passkeyCopied: Sentence("パスキーの複製の疑い", "Passkey possibly copied")
        case .recoveryCodesRenewed: Sentence("回復コードの再発行", "Recovery codes renewed")
        case .recoveryCodeUsed: Sentence("回復コードの使用", "Recovery code used")
        case .deviceRemembered: Sentence("ブラウザの記憶", "Browser remembered")
        case .deviceForgotten: Sentence("記憶したブラウザの削除", "Browser forgotten")
        case .factorsReset: Sentence("二段階認証のリセット", "Second factors removed")
        case .accountCreated: Sentence("アカウントの作成", "Account created")
        case .accountRenamed: Sentence("名前の変更", "Account renamed")
        case .accountDeleted: Sentence("アカウントの削除", "Account deleted")
        case .passwordReset: Sentence("パスワードの再設定", "Password reset")
        case .linkMade: Sentence("一度だけ使えるリンクの作成", "One-time link made")
        case .dataExported: Sentence("個人データの書き出し", "Personal data exported")
        case .messageReported: Sentence("メッセージの報告", "Message reported")
        case .reportClosed: Sentence("報告の確認", "Report closed")
        case .emojiAdded: Sentence("絵文字の追加", "Emoji added")
        case .emojiRemoved: Sentence("絵文字の削除", "Emoji removed")
        case .auditDownloaded: Sentence("監査ログのダウンロード", "Audit log downloaded")
        }
    }
}
