import Accounts

/// What is said about people who are blocked in direct conversations.
enum BlockWording {
    static let title = Sentence("ブロックした人", "Blocked people")
    static let none = Sentence("ブロックしている人はいません。", "You have blocked nobody.")
    static let block = Sentence("ブロックする", "Block")
    static let unblock = Sentence("ブロックを解除する", "Unblock")
    static let question = Sentence("この人をブロックしますか", "Block this person?")
    static let meaning = Sentence(
        "ふたりの会話では、おたがいにメッセージの送信や編集、リアクションができなくなります。グループでは変わりません。",
        "In your direct conversation neither of you can send messages, change them or react any more. Groups stay as they are."
    )
    static let youBlocked = Sentence(
        "この人をブロックしています。プロフィールから解除できます。", "You have blocked this person. You can unblock them on their profile.")
    static let notReachable = Sentence("この人にはメッセージを送れません。", "You can't send messages to this person.")
    static let tooMany = Sentence(
        "ブロックできるのは\(AccountRegister.maximumBlocked)人までです。",
        "At most \(AccountRegister.maximumBlocked) people can be blocked.")
}
