import Accounts
import WebAuthn

/// What the page of one's factors says, and what is told of them elsewhere.
enum SecurityWording: Wording {
    case title
    case link
    case authenticator
    case authenticatorExplained
    case authenticatorSince
    case addAuthenticator
    case removeAuthenticator
    case passkeys
    case passkeysExplained
    case passkeyName
    case addPasskey
    case makePasskey(String)
    case removePasskey(String)
    case remove
    case rename
    case since
    case madeIn(String)
    case neverUsed
    case synced
    case needsTLS
    case needsName
    case codesTitle
    case codesLeft(Int)
    case codesAreFew
    case codesShown
    case codesKept
    case renewCodes
    case devices
    case until
    case forget
    case forgetDevice(String)
    case seen
    case look
    case told(FactorNotice.Kind)

    /// At how many recovery codes somebody is told that they are few.
    static let fewCodes = 3

    init(_ unfit: RelyingPartyID.UnsupportedHost) {
        switch unfit {
        case .insecure: self = .needsTLS
        case .address: self = .needsName
        }
    }

    init(_ notice: FactorNotice.Kind) { self = .told(notice) }

    var sentence: Sentence {
        switch self {
        case .title: Sentence("セキュリティ", "Security")
        case .link: Sentence("セキュリティの設定（認証アプリ・パスキー）", "Security: authenticator app and passkeys")
        case .authenticator: Sentence("認証アプリ", "Authenticator app")
        case .authenticatorExplained:
            Sentence(
                "サインインのとき、アプリに表示されるコードもたずねます。",
                "When you sign in, the code that the app shows is asked for too.")
        case .authenticatorSince: Sentence("設定した日時：", "Set up: ")
        case .addAuthenticator: Sentence("認証アプリを設定", "Set up an authenticator app")
        case .removeAuthenticator: Sentence("認証アプリを削除", "Remove the app")
        case .passkeys: Sentence("パスキー", "Passkeys")
        case .passkeysExplained:
            Sentence(
                "指紋や顔、端末の暗証番号、セキュリティキーで確認します。",
                "By fingerprint, face, your device's PIN, or a security key.")
        case .passkeyName: Sentence("パスキーの名前", "The passkey's name")
        case .addPasskey: Sentence("パスキーを追加", "Add a passkey")
        case .makePasskey(let name):
            Sentence("パスキー「\(name)」を作ります。", "This makes the passkey “\(name)”.")
        case .removePasskey(let name): Sentence("パスキー「\(name)」を削除", "Remove the passkey “\(name)”")
        case .remove: Sentence("削除", "Remove")
        case .rename: Sentence("名前を変える", "Rename")
        case .madeIn(let device): Sentence("登録した端末：\(device)", "Made in \(device)")
        case .since: Sentence("追加：", "Added: ")
        case .neverUsed: Sentence("まだ使われていません", "Not used yet")
        case .synced: Sentence("同期", "Synced")
        case .needsTLS:
            Sentence(
                "このアドレスは暗号化されていない（https ではない）ため、パスキーを使えません。管理者に https での公開を依頼してください。",
                "Passkeys need https, and this address is plain http. Ask whoever runs this site for an https address.")
        case .needsName:
            Sentence(
                "パスキーは数字のアドレスでは使えません。名前のアドレス（例：https://chat.example.org）で開いてください。",
                "Passkeys don't work at an address of numbers. Open this site by its name, such as https://chat.example.org."
            )
        case .codesTitle: Sentence("リカバリーコード", "Recovery codes")
        case .codesLeft(let count): Sentence("残り\(count)個です。", count == 1 ? "One is left." : "\(count) are left.")
        case .codesAreFew:
            Sentence("残りが少なくなりました。新しいコードを作ってください。", "Few are left. Make new ones.")
        case .codesShown:
            Sentence(
                "このコードは今だけ表示されます。書き写すか印刷して、安全な場所に保管してください。それぞれ一度だけ使えます。以前のコードは使えなくなりました。",
                "These are shown only now. Write them down or print them, and keep them safe. Each works once. Codes from before no longer work."
            )
        case .codesKept: Sentence("保管しました", "I have kept them")
        case .renewCodes: Sentence("新しいコードを作る", "Make new codes")
        case .devices: Sentence("確認を省略するブラウザー", "Browsers that are not asked")
        case .until: Sentence("期限：", "Until: ")
        case .forget: Sentence("取り消す", "Ask again")
        case .forgetDevice(let device): Sentence("取り消す：\(device)", "Ask again in \(device)")
        case .seen: Sentence("確認しました", "Got it")
        case .look: Sentence("セキュリティを見る", "See security")
        case .told(let notice): Self.told(notice)
        }
    }

    private static func told(_ notice: FactorNotice.Kind) -> Sentence {
        switch notice {
        case .authenticatorAdded:
            Sentence(
                "別の端末で認証アプリが設定されました。心当たりがなければ、すぐにご確認ください。",
                "An authenticator app was set up elsewhere. If that was not you, look at once.")
        case .authenticatorRemoved:
            Sentence(
                "別の端末で認証アプリが削除されました。心当たりがなければ、すぐにご確認ください。",
                "The authenticator app was removed elsewhere. If that was not you, look at once.")
        case .passkeyAdded:
            Sentence(
                "別の端末でパスキーが追加されました。心当たりがなければ、すぐにご確認ください。",
                "A passkey was added elsewhere. If that was not you, look at once.")
        case .passkeyRemoved:
            Sentence(
                "別の端末でパスキーが削除されました。心当たりがなければ、すぐにご確認ください。",
                "A passkey was removed elsewhere. If that was not you, look at once.")
        case .recoveryCodesRenewed:
            Sentence(
                "別の端末でリカバリーコードが作り直されました。心当たりがなければ、すぐにご確認ください。",
                "New recovery codes were made elsewhere. If that was not you, look at once.")
        case .recoveryCodeUsed:
            Sentence("リカバリーコードが一つ使われました。", "A recovery code was used.")
        case .recoveryCodesFew:
            Sentence(
                "リカバリーコードの残りが少なくなりました。新しいコードを作ってください。",
                "Few recovery codes are left. Make new ones.")
        case .passkeyCopied:
            Sentence(
                "パスキーの一つが複製された可能性があり、受け付けませんでした。そのパスキーを削除してください。",
                "One of your passkeys may have been copied and was refused. Remove it.")
        case .enrolmentDue:
            Sentence(
                "まもなく二段階の確認が必須になります。認証アプリかパスキーを設定してください。",
                "A second step will soon be required. Set up an authenticator app or a passkey.")
        }
    }
}
