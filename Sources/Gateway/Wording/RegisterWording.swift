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
        case .closed:
            Sentence("ここでは新しい登録を受け付けていません。", "New people can't register here.")
        }
    }
}
