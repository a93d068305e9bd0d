/// What the registration page says.
enum RegisterWording {
    static let title = Sentence("登録", "Register")
    static let invitation = Sentence("はじめての方はこちら", "New here? Register")
    static let name = Sentence("名前", "Name")
    static let alias = Sentence("エイリアス", "Alias")
    static let aliasHint = Sentence(
        "3〜30文字。小文字の英数字と . _ - が使えます。",
        "3 to 30 characters: lower-case letters, digits and . _ -")
    static let picture = Sentence("画像のURL（なくてもかまいません）", "URL of a picture (optional)")
    static let submit = Sentence("登録してはじめる", "Register and begin")
    static let nameInvalid = Sentence("名前を1〜100文字で入力してください。", "Enter a name of 1 to 100 characters.")
    static let aliasInvalid = Sentence(
        "エイリアスは3〜30文字の小文字の英数字と . _ - で、英数字で始まり英数字で終わるようにしてください。",
        "The alias has 3 to 30 lower-case letters, digits and . _ -, and starts and ends with a letter or digit."
    )
    static let pictureInvalid = Sentence(
        "画像のURLは http:// か https:// で始めてください。", "The picture's URL starts with http:// or https://.")
    static let aliasTaken = Sentence("そのエイリアスは使われています。別のものをお試しください。", "That alias is taken. Try another one.")
    static let refused = Sentence("この内容では登録できません。入力をご確認ください。", "This can't be registered. Check what you entered.")
    static let usernameHint = Sentence(
        "3〜20文字。英数字と _ が使えます。エイリアスにもなります。",
        "3 to 20 letters, digits and _. It becomes your alias, too.")
    static let nameHint = Sentence("ほかの人に表示されます。", "What others see.")
    static let passwordHint = Sentence("8文字以上。長いほど安全です。", "At least 8 characters; longer is safer.")
    static let usernameInvalid = Sentence(
        "ユーザー名は3〜20文字の英数字と _ で、英数字で始まり英数字で終わるようにしてください。",
        "The user name has 3 to 20 letters, digits and _, and starts and ends with a letter or digit.")
    static let usernameRefused = Sentence(
        "そのユーザー名は使えません。3〜20文字の英数字と _ でお試しください。",
        "That user name can't be used. Try 3 to 20 letters, digits and _.")
    static let usernameTaken = Sentence("そのユーザー名は使われています。別のものをお試しください。", "That user name is taken. Try another one.")
    static let emailInvalid = Sentence("メールアドレスの形が正しくありません。", "That is no e-mail address.")
    static let emailTaken = Sentence(
        "そのメールアドレスにはすでにアカウントがあります。サインインしてください。",
        "There is an account with that e-mail address. Sign in instead.")
    static let passwordMissing = Sentence("パスワードを入力してください。", "Enter a password.")
    static let passwordTooShort = Sentence(
        "パスワードが短すぎます。8文字以上にしてください。", "The password is too short. Take at least 8 characters.")
    static let passwordTooLong = Sentence("パスワードが長すぎます。", "The password is too long.")
    static let passwordWeak = Sentence(
        "よく使われるパスワードです。別のものにしてください。",
        "That password is well known to those who guess passwords. Take another one.")
    static func tooMany(_ seconds: Int64?) -> Sentence {
        guard let seconds else {
            return Sentence(
                "試行回数が多すぎます。しばらくしてからもう一度お試しください。",
                "Too many attempts. Try again in a moment.")
        }
        return SignInWording.tooMany(seconds)
    }
    static let closed = Sentence("ここでは新しい登録を受け付けていません。", "New people can't register here.")
}
