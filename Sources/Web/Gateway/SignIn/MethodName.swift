import Accounts

/// What people call a way in.
struct MethodName: Wording {
    let sentence: Sentence

    /// - Parameter methods: those that are switched on; one that is not is called by its id.
    init(_ method: SignInMethodID, _ methods: SignInMethods) {
        if let provider = methods.provider(method) {
            switch provider.brand {
            case .apple: sentence = Sentence("Apple", "Apple")
            case .named(let name): sentence = Sentence(name, name)
            }
        } else {
            switch method {
            case .userID: sentence = ProfileWording.methodUserID.sentence
            case .passkey: sentence = Sentence("パスキー", "Passkey")
            case .password: sentence = Sentence("ユーザー名とパスワード", "User name and password")
            case .tokenService: sentence = Sentence("メールアドレスとパスワード", "E-mail and password")
            default: sentence = Sentence(method.description, method.description)
            }
        }
    }
}
