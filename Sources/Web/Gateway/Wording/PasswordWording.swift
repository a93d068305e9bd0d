/// What the page says on which one takes another password.
enum PasswordWording: Wording {
    case title
    case explanation
    case current
    case new
    case submit
    case wrong
    case same
    case changed

    var sentence: Sentence {
        switch self {
        case .title: Sentence("パスワードを変更", "Change the password")
        case .explanation:
            Sentence(
                "変更すると、ほかのすべての端末はサインアウトされます。", "You will be signed out everywhere else.")
        case .current: Sentence("現在のパスワード", "Current password")
        case .new: Sentence("新しいパスワード", "New password")
        case .submit: Sentence("変更する", "Change it")
        case .wrong: Sentence("現在のパスワードが正しくありません。", "That is not your current password.")
        case .same: Sentence("今と同じパスワードです。", "That is the password you have.")
        case .changed:
            Sentence(
                "パスワードを変更しました。ほかの端末はすべてサインアウトされました。",
                "The password was changed. You are signed out everywhere else.")
        }
    }
}
