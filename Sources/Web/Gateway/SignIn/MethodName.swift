import Accounts

extension SignInMethods {
    /// The name of a sign-in method. A method that is not switched on is named by its id.
    func name(of method: SignInMethodID) -> Sentence {
        if let name = provider(method)?.brand.name { return Sentence(name, name) }
        return switch method {
        case .userID: ProfileWording.methodUserID
        case .passkey: Sentence("パスキー", "Passkey")
        case .password: Sentence("ユーザー名とパスワード", "User name and password")
        case .tokenService: Sentence("メールアドレスとパスワード", "E-mail and password")
        default: Sentence(method.description, method.description)
        }
    }
}
