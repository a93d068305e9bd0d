import Accounts
import WebAuthn

/// The page of the factors, and the notices about them.
enum SecurityWording {
    static let title = Sentence("セキュリティ", "Security")
    static let link = Sentence("セキュリティの設定（認証アプリ・パスキー）", "Security: authenticator app and passkeys")
    static let authenticator = Sentence("認証アプリ", "Authenticator app")
    static let authenticatorExplained = Sentence(
        "サインインのとき、アプリに表示されるコードもたずねます。",
        "When you sign in, the code that the app shows is asked for too.")
    static let authenticatorSince = Sentence("設定した日時：", "Set up: ")
    static let addAuthenticator = Sentence("認証アプリを設定", "Set up an authenticator app")
    static let removeAuthenticator = Sentence("認証アプリを削除", "Remove the app")
    static let passkeys = Sentence("パスキー", "Passkeys")
    static let passkeysExplained = Sentence(
        "指紋や顔、端末の暗証番号、セキュリティキーで確認します。",
        "By fingerprint, face, your device's PIN, or a security key.")
    static let passkeyName = Sentence("パスキーの名前", "The passkey's name")
    static let addPasskey = Sentence("パスキーを追加", "Add a passkey")
    static func makePasskey(_ name: String) -> Sentence {
        Sentence("パスキー「\(name)」を作ります。", "This makes the passkey “\(name)”.")
    }
    static func removePasskey(_ name: String) -> Sentence {
        Sentence("パスキー「\(name)」を削除", "Remove the passkey “\(name)”")
    }
    static let remove = Sentence("削除", "Remove")
    static let rename = Sentence("名前を変える", "Rename")
    static func madeIn(_ device: String) -> Sentence { Sentence("登録した端末：\(device)", "Made in \(device)") }
    static let since = Sentence("追加：", "Added: ")
    static let neverUsed = Sentence("まだ使われていません", "Not used yet")
    static let synced = Sentence("同期", "Synced")
    static let needsTLS = Sentence(
        "このアドレスは暗号化されていない（https ではない）ため、パスキーを使えません。管理者に https での公開を依頼してください。",
        "Passkeys need https, and this address is plain http. Ask whoever runs this site for an https address.")
    static let needsName = Sentence(
        "パスキーは数字のアドレスでは使えません。名前のアドレス（例：https://chat.example.org）で開いてください。",
        "Passkeys don't work at an address of numbers. Open this site by its name, such as https://chat.example.org."
    )
    static let codesTitle = Sentence("リカバリーコード", "Recovery codes")
    static func codesLeft(_ count: Int) -> Sentence {
        Sentence("残り\(count)個です。", count == 1 ? "One is left." : "\(count) are left.")
    }
    static let codesAreFew = Sentence("残りが少なくなりました。新しいコードを作ってください。", "Few are left. Make new ones.")
    static let codesShown = Sentence(
        "このコードは今だけ表示されます。コピーするか、ファイルに保存するか、書き写して、安全な場所に保管してください。それぞれ一度だけ使えます。以前のコードは使えなくなりました。",
        "These are shown only now. Copy them, save them or write them down, and keep them safe. Each works once. Codes from before no longer work."
    )
    static let codesCopy = Sentence("コピー", "Copy")
    static let codesCopied = Sentence("コピーしました", "Copied")
    static let codesDownload = Sentence("ファイルに保存", "Save as a file")
    static let codesKept = Sentence("保管しました", "I have kept them")
    static let renewCodes = Sentence("新しいコードを作る", "Make new codes")
    static let devices = Sentence("確認を省略するブラウザー", "Browsers that are not asked")
    static let until = Sentence("期限：", "Until: ")
    static let forget = Sentence("取り消す", "Ask again")
    static func forgetDevice(_ device: String) -> Sentence { Sentence("取り消す：\(device)", "Ask again in \(device)") }
    static let seen = Sentence("確認しました", "Got it")
    static let look = Sentence("セキュリティを見る", "See security")

    /// From how many remaining recovery codes on the person is warned.
    static let fewCodes = 3

    /// Why passkeys can't be used under this host.
    static func unsupported(_ host: RelyingPartyID.UnsupportedHost) -> Sentence {
        switch host {
        case .insecure: needsTLS
        case .address: needsName
        }
    }
}
