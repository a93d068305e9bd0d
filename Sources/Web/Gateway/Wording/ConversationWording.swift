import Accounts

/// What the conversation list says.
enum ConversationWording {
    static let title = Sentence("チャット", "Chats")
    /// The name of the list that stands beside another page.
    static let list = Sentence("チャット一覧", "Your chats")
    static let choose = Sentence("チャットを選んでください。", "Choose a chat.")
    static let chooseNext = Sentence(
        "左の一覧から開くか、「新しいチャット」からはじめます。", "Open one from the list, or begin a new one.")
    static let empty = Sentence("まだチャットはありません。", "There are no chats yet.")
    static let emptyNext = Sentence("「新しいチャット」からはじめるか、招かれるのをお待ちください。", "Begin one, or wait until someone invites you.")
    static let nothingFound = Sentence("その名前のチャットはありません。", "No chat of that name.")
    static let noMessages = Sentence("まだメッセージはありません", "No messages yet")
    static let directWithNobody = Sentence("（退出したメンバー）", "(someone who left)")
    static func you(_ text: String) -> Sentence { Sentence("自分：\(text)", "You: \(text)") }
    static func said(_ name: String, _ text: String) -> Sentence { Sentence("\(name)：\(text)", "\(name): \(text)") }
    static func joined(_ name: String) -> Sentence { Sentence("\(name)さんが参加しました", "\(name) joined") }
    static func left(_ name: String) -> Sentence { Sentence("\(name)さんが退出しました", "\(name) left") }
    static let somebodyLeft = Sentence("メンバーが退出しました", "Someone left")
    static let somebodyJoined = Sentence("メンバーが参加しました", "Someone joined")
    static func members(_ count: Int) -> Sentence {
        Sentence("\(count)人", count == 1 ? "1 member" : "\(count) members")
    }
    static let draft = Sentence("下書き：", "Draft: ")
    static let unread = Sentence("件の未読", " unread")
    static let mentioned = Sentence("あなたへのメンション。", " You are mentioned. ")
    static let online = Sentence("オンライン", "Online")
    static func archived(_ count: Int) -> Sentence { Sentence("退出したチャット（\(count)）", "Chats you left (\(count))") }
    static let pinned = Sentence("固定", "Pinned")
    static let inList = Sentence("チャット一覧での位置", "Place in the list of chats")
    static let isPinned = Sentence("いつも一覧の上に表示されます。", "It always stands at the top of your list.")
    static let isNotPinned = Sentence(
        "固定すると、いつも一覧の上に表示されます（\(AccountRegister.maximumPinned)件まで）。",
        "Pinned, it always stands at the top of your list: up to \(AccountRegister.maximumPinned) chats do.")
    static let pin = Sentence("一覧の上に固定する", "Pin to the top")
    static let unpin = Sentence("固定を外す", "Unpin")
    static let deletedUser = Sentence("以前のメンバー", "Former member")
}
