/// What the members' page says.
enum MembersWording {
    static let admin = Sentence("管理者", "Admin")
    static let you = Sentence("（自分）", "(you)")
    static let add = Sentence("メンバーを追加", "Add a member")
    static func addPerson(_ name: String) -> Sentence { Sentence("\(name)さんを追加", "Add \(name)") }
    static let moreOthers = Sentence(
        "ほかの人は、名前で探すとここに表示されます。",
        "Search by name for other people.")
    static let addButton = Sentence("追加", "Add")
    static let change = Sentence("変更…", "Change…")
    static let remove = Sentence("外す…", "Remove…")
    static func removeButton(_ name: String) -> Sentence { Sentence("\(name)さんを外す", "Remove \(name)") }
    static let leave = Sentence("このチャットから退出…", "Leave this chat…")
    static let leaveQuestion = Sentence(
        "退出すると、新しいメッセージは届かなくなります。",
        "You will not get new messages any more.")
    static let leaveButton = Sentence("退出する", "Leave")
    static let removedTitle = Sentence("このチャットのメンバーではなくなりました", "You are no longer in this chat")
    static let removedDetail = Sentence(
        "退出したか、管理者がメンバーから外しました。管理者に頼むと、また参加できます。",
        "You left, or an admin removed you. An admin can let you in again.")
}
