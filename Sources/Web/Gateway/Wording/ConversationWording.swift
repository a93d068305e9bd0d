/// What the conversation list says.
enum ConversationWording: Wording {
    case title
    case empty
    case emptyNext
    case noMessages
    case directWithNobody
    case you(String)
    case joined(String)
    case left(String)
    case somebodyLeft
    case somebodyJoined
    case members(Int)
    case deletedUser
    case draft
    case unread
    case archived(Int)

    var sentence: Sentence {
        switch self {
        case .title: Sentence("チャット", "Chats")
        case .empty: Sentence("まだチャットはありません。", "There are no chats yet.")
        case .emptyNext:
            Sentence("「新しいチャット」からはじめるか、招かれるのをお待ちください。", "Begin one, or wait until someone invites you.")
        case .noMessages: Sentence("まだメッセージはありません", "No messages yet")
        case .directWithNobody: Sentence("（退出したメンバー）", "(someone who left)")
        case .you(let text): Sentence("自分：\(text)", "You: \(text)")
        case .joined(let name): Sentence("\(name)さんが参加しました", "\(name) joined")
        case .left(let name): Sentence("\(name)さんが退出しました", "\(name) left")
        case .somebodyLeft: Sentence("メンバーが退出しました", "Someone left")
        case .somebodyJoined: Sentence("メンバーが参加しました", "Someone joined")
        case .members(let count): Sentence("\(count)人", count == 1 ? "1 member" : "\(count) members")
        case .draft: Sentence("下書き：", "Draft: ")
        case .unread: Sentence("件の未読", " unread")
        case .archived(let count): Sentence("退出したチャット（\(count)）", "Chats you left (\(count))")
        case .deletedUser: Sentence("以前のメンバー", "Former member")
        }
    }
}
