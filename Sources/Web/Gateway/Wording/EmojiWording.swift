import Accounts

/// What is said about the emoji of the place.
enum EmojiWording {
    static let title = Sentence("この場所の絵文字", "Emoji of this place")
    static let none = Sentence("まだ絵文字はありません。", "There are none yet.")
    static let hint = Sentence(
        "メッセージに :名前: と書くと、絵になります。", "Written between colons in a message, a name becomes its picture.")
    static let add = Sentence("絵文字を追加", "Add an emoji")
    static let addButton = Sentence("追加", "Add")
    static let name = Sentence("名前（小文字の英字、数字、_）", "Name (small letters, digits and _)")
    static let badName = Sentence(
        "名前は小文字の英字、数字、_ で2〜32文字です。英字を1つ以上使ってください。",
        "A name has 2–32 small letters, digits and _, among them a letter.")
    static let taken = Sentence("この名前の絵文字はすでにあります。", "There is an emoji of this name already.")
    static let tooMany = Sentence(
        "絵文字は\(CustomEmoji.maximum)個までです。", "There can be at most \(CustomEmoji.maximum) emoji.")
    static func remove(_ code: String) -> Sentence { Sentence("\(code) を削除", "Remove \(code)") }
    static let removeButton = Sentence("削除", "Remove")
}
