/// What the registration page says.
enum RegisterWording: Wording {
    case title
    case invitation
    case name
    case alias
    case aliasHint
    case picture
    case submit
    case nameInvalid
    case aliasInvalid
    case pictureInvalid
    case aliasTaken
    case refused
    case closed
    case usernameHint
    case nameHint
    case passwordHint
    case usernameInvalid
    case usernameRefused
    case usernameTaken
    case emailInvalid
    case emailTaken
    case passwordMissing
    case passwordTooShort
    case passwordTooLong
    case passwordWeak
    case tooMany(Int64?)
    case failed(SignInWording)

    var sentence: Sentence {
        switch self {
        case .title: Sentence("登録", "Register")
        case .invitation: Sentence("はじめての方はこちら", "New here? Register")
        case .name: Sentence("名前", "Name")
        case .alias: Sentence("エイリアス", "Alias")
        case .aliasHint:
            Sentence(
                "3〜30文字。小文字の英数字と . _ - が使えます。",
                "3 to 30 characters: lower-case letters, digits and . _ -")
        case .picture: Sentence("画像のURL（なくてもかまいません）", "URL of a picture (optional)")
        case .submit: Sentence("登録してはじめる", "Register and begin")
        case .nameInvalid:
            Sentence("名前を1〜100文字で入力してください。", "Enter a name of 1 to 100 characters.")
        case .aliasInvalid:
            Sentence(
                "エイリアスは3〜30文字の小文字の英数字と . _ - で、英数字で始まり英数字で終わるようにしてください。",
                "The alias has 3 to 30 lower-case letters, digits and . _ -, and starts and ends with a letter or digit."
            )
        case .pictureInvalid:
            Sentence("画像のURLは http:// か https:// で始めてください。", "The picture's URL starts with http:// or https://.")
        case .aliasTaken:
            Sentence("そのエイリアスは使われています。別のものをお試しください。", "That alias is taken. Try another one.")
        case .refused:
            Sentence("この内容では登録できません。入力をご確認ください。", "This can't be registered. Check what you entered.")
        case .usernameHint:
            Sentence(
                "3〜20文字。英数字と _ が使えます。エイリアスにもなります。",
                "3 to 20 letters, digits and _. It becomes your alias, too.")
        case .nameHint: Sentence("ほかの人に表示されます。", "What others see.")
        case .passwordHint: Sentence("8文字以上。長いほど安全です。", "At least 8 characters; longer is safer.")
        case .usernameInvalid:
            Sentence(
                "ユーザー名は3〜20文字の英数字と _ で、英数字で始まり英数字で終わるようにしてください。",
                "The user name has 3 to 20 letters, digits and _, and starts and ends with a letter or digit.")
        case .usernameRefused:
            Sentence(
                "そのユーザー名は使えません。3〜20文字の英数字と _ でお試しください。",
                "That user name can't be used. Try 3 to 20 letters, digits and _.")
        case .usernameTaken:
            Sentence("そのユーザー名は使われています。別のものをお試しください。", "That user name is taken. Try another one.")
        case .emailInvalid:
            Sentence("メールアドレスの形が正しくありません。", "That is no e-mail address.")
        case .emailTaken:
            Sentence(
                "そのメールアドレスにはすでにアカウントがあります。サインインしてください。",
                "There is an account with that e-mail address. Sign in instead.")
        case .passwordMissing: Sentence("パスワードを入力してください。", "Enter a password.")
        case .passwordTooShort:
            Sentence("パスワードが短すぎます。8文字以上にしてください。", "The password is too short. Take at least 8 characters.")
        case .passwordTooLong: Sentence("パスワードが長すぎます。", "The password is too long.")
        case .passwordWeak:
            Sentence(
                "よく使われるパスワードです。別のものにしてください。",
                "That password is well known to those who guess passwords. Take another one.")
        case .tooMany(let seconds?):
            Sentence(
                "試行回数が多すぎます。\(seconds)秒後にもう一度お試しください。",
                "Too many attempts. Try again in \(seconds) seconds.")
        case .tooMany(nil):
            Sentence(
                "試行回数が多すぎます。しばらくしてからもう一度お試しください。",
                "Too many attempts. Try again in a moment.")
        case .failed(let wording): wording.sentence
        case .closed:
            Sentence("ここでは新しい登録を受け付けていません。", "New people can't register here.")
        }
    }
}
