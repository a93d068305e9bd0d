import Chat

/// What is said about groups that everybody finds and may join.
enum OpenGroupsWording {
    static let title = Sentence("だれでも参加できるグループ", "Open groups")
    static let find = Sentence("だれでも参加できるグループを探す", "Find an open group")
    static let field = Sentence("グループの名前や説明", "Name or description of a group")
    static let none = Sentence("参加できるグループはありません。", "There are no groups to join.")
    static let noneFound = Sentence("見つかりません。", "Nothing found.")
    static let more = Sentence(
        "最初の\(MessageLimits.maximumListedGroups)件です。名前で絞り込めます。",
        "These are the first \(MessageLimits.maximumListedGroups). Search for others.")
    static func join(_ name: String) -> Sentence { Sentence("「\(name)」に参加する", "Join “\(name)”") }
    static func members(_ count: Int) -> Sentence {
        guard count < MessageLimits.maximumCountedMembers else {
            return Sentence("メンバー\(count)人以上", "\(count) members or more")
        }
        return ConversationWording.members(count)
    }
    static let over = Sentence(
        "このグループには、もう自由に参加できません。", "This group is not open any more.")
    static let option = Sentence("だれでも見つけて参加できるようにする", "Everybody finds this group and may join it")
    static let isOpen = Sentence("だれでも参加できます。", "Everybody may join.")
    static let tooMany = Sentence(
        "だれでも参加できるグループは、この場所に\(MessageLimits.maximumOpenGroups)個までです。",
        "This place can have at most \(MessageLimits.maximumOpenGroups) open groups.")
}
