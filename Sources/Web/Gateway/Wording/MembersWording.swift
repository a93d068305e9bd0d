/// What the members' page says.
enum MembersWording: Wording {
    case admin
    case you
    case add
    case person
    case addButton
    case remove
    case removeButton(String)
    case leave
    case leaveQuestion
    case leaveButton
    case removedTitle
    case removedDetail

    var sentence: Sentence {
        switch self {
        case .admin: Sentence("管理者", "Admin")
        case .you: Sentence("（自分）", "(you)")
        case .add: Sentence("メンバーを追加", "Add a member")
        case .person: Sentence("追加する人", "Who to add")
        case .addButton: Sentence("追加", "Add")
        case .remove: Sentence("外す…", "Remove…")
        case .removeButton(let name): Sentence("\(name)さんを外す", "Remove \(name)")
        case .leave: Sentence("このチャットから退出…", "Leave this chat…")
        case .leaveQuestion:
            Sentence(
                "退出すると、新しいメッセージは届かなくなります。",
                "You will not get new messages any more.")
        case .leaveButton: Sentence("退出する", "Leave")
        case .removedTitle: Sentence("このチャットのメンバーではなくなりました", "You are no longer in this chat")
        case .removedDetail:
            Sentence(
                "退出したか、管理者がメンバーから外しました。メンバーに頼むと、また参加できます。",
                "You left, or an admin removed you. A member can let you in again.")
        }
    }
}
