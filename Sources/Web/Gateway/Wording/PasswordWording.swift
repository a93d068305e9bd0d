/// What the page says on which one takes another password.
enum PasswordWording {
    static let title = Sentence("パスワードを変更", "Change the password")
    static let explanation = Sentence(
        "変更すると、ほかのすべての端末はサインアウトされます。", "You will be signed out everywhere else.")
    static let current = Sentence("現在のパスワード", "Current password")
    static let new = Sentence("新しいパスワード", "New password")
    static let submit = Sentence("変更する", "Change it")
    static let wrong = Sentence("現在のパスワードが正しくありません。", "That is not your current password.")
    static let same = Sentence("今と同じパスワードです。", "That is the password you have.")
    static let changed = Sentence(
        "パスワードを変更しました。ほかの端末はすべてサインアウトされました。",
        "The password was changed. You are signed out everywhere else.")
}
