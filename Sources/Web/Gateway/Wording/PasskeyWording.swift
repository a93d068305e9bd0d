import Accounts

/// What pages say about passkeys.
enum PasskeyWording: Wording {
    case signIn
    case use
    case make
    case needsScripts
    case notDone
    case expired
    case unknown
    case refused
    case copied(String)
    case taken

    init(_ error: PasskeyError) {
        switch error {
        case .malformed, .refused: self = .refused
        case .expired: self = .expired
        // Nothing was verified, so it is not told that there is such a person.
        case .unknown, .disabled: self = .unknown
        case .copied(let passkey): self = .copied(passkey.name)
        case .taken: self = .taken
        }
    }

    var sentence: Sentence {
        switch self {
        case .signIn: Sentence("パスキーでサインイン", "Sign in with a passkey")
        case .use: Sentence("パスキーを使う", "Use a passkey")
        case .make: Sentence("パスキーを作る", "Make the passkey")
        case .needsScripts:
            Sentence(
                "パスキーを使うには、ブラウザーのスクリプト（JavaScript）を有効にしてください。ほかの方法は、このまま使えます。",
                "Passkeys need scripts (JavaScript) in your browser. Everything else works as it is.")
        case .notDone:
            Sentence(
                "パスキーは使われませんでした。もう一度お試しいただくか、ほかの方法をお使いください。",
                "No passkey was used. Try again, or choose another way.")
        case .expired:
            Sentence("時間切れか、すでに使われた確認です。もう一度お試しください。", "That took too long, or was used already. Try again.")
        case .unknown:
            Sentence("このパスキーは登録されていません。", "This passkey is not known here.")
        case .refused: Sentence("パスキーを確認できませんでした。もう一度お試しください。", "The passkey could not be verified. Try again.")
        case .copied(let name):
            Sentence(
                "パスキー「\(name)」は複製された可能性があるため、受け付けませんでした。ほかの方法でサインインし、このパスキーを削除してください。",
                "The passkey “\(name)” may have been copied, so it was refused. Sign in another way, and remove it.")
        case .taken:
            Sentence("このパスキーは登録済みか、登録できる数を超えています。", "This passkey is registered already, or you have too many.")
        }
    }
}
