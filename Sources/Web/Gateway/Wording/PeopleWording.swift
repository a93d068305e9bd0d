/// What is said about people and about beginning to talk to them.
enum PeopleWording: Wording {
    case sendMessage
    case newConversation
    case kind
    case direct
    case group
    case groupName
    case people
    case filter
    case begin
    case nobodyKnown
    case nobodyChosen
    case onlyOne
    case nameMissing

    var sentence: Sentence {
        switch self {
        case .sendMessage: Sentence("メッセージを送る", "Send a message")
        case .newConversation: Sentence("新しいチャット", "New chat")
        case .kind: Sentence("種類", "Kind")
        case .direct: Sentence("ふたりで話す", "With one person")
        case .group: Sentence("グループで話す", "A group")
        case .groupName: Sentence("グループの名前（グループのとき）", "Name of the group (for a group)")
        case .people: Sentence("だれと", "With whom")
        case .filter: Sentence("名前で絞り込む", "Filter by name")
        case .begin: Sentence("はじめる", "Begin")
        case .nobodyKnown:
            Sentence(
                "まだ知り合いがいません。だれかがあなたを招くと、ここに表示されます。",
                "You know nobody here yet. Who invites you appears here.")
        case .nobodyChosen: Sentence("相手を選んでください。", "Choose at least one person.")
        case .onlyOne:
            Sentence(
                "ふたりで話すときは、ひとりだけ選んでください。",
                "Choose one person only, or make it a group.")
        case .nameMissing: Sentence("グループの名前を入力してください。", "Give the group a name.")
        }
    }
}
