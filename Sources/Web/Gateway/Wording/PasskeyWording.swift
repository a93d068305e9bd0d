import Accounts

/// What pages say about passkeys.
enum PasskeyWording {
    static let signIn = Sentence("パスキーでサインイン", "Sign in with a passkey")
    static let use = Sentence("パスキーを使う", "Use a passkey")
    static let make = Sentence("パスキーを作る", "Make the passkey")
    static let needsScripts = Sentence(
        "パスキーを使うには、ブラウザーのスクリプト（JavaScript）を有効にしてください。ほかの方法は、このまま使えます。",
        "Passkeys need scripts (JavaScript) in your browser. Everything else works as it is.")
    static let notDone = Sentence(
        "パスキーは使われませんでした。もう一度お試しいただくか、ほかの方法をお使いください。",
        "No passkey was used. Try again, or choose another way.")
    static let expired = Sentence(
        "時間切れか、すでに使われた確認です。もう一度お試しください。", "That took too long, or was used already. Try again.")
    static let unknown = Sentence("このパスキーは登録されていません。", "This passkey is not known here.")
    static let refused = Sentence("パスキーを確認できませんでした。もう一度お試しください。", "The passkey could not be verified. Try again.")
    static func copied(_ name: String) -> Sentence {
        Sentence(
            "パスキー「\(name)」は複製された可能性があるため、受け付けませんでした。ほかの方法でサインインし、このパスキーを削除してください。",
            "The passkey “\(name)” may have been copied, so it was refused. Sign in another way, and remove it.")
    }
    static let taken = Sentence(
        "このパスキーは登録済みか、登録できる数を超えています。", "This passkey is registered already, or you have too many.")

    static func refusal(_ error: PasskeyError) -> Sentence {
        switch error {
        case .malformed, .refused: refused
        case .expired: expired
        // Nothing was verified, so it is not told that there is such a person.
        case .unknown, .disabled: unknown
        case .copied(let passkey): copied(passkey.name)
        case .taken: taken
        }
    }
}
