/// What is said about people and about beginning to talk to them.
enum PeopleWording {
    static let sendMessage = Sentence("メッセージを送る", "Send a message")
    static let newConversation = Sentence("新しいチャット", "New chat")
    static let group = Sentence("グループにする", "A group")
    static let groupName = Sentence("グループの名前", "Name of the group")
    static let people = Sentence("だれと", "With whom")
    static let chosenHint = Sentence(
        "ひとりならふたりの会話、何人か選ぶとグループになります。", "One person makes a direct chat, several make a group.")
    static func remove(_ name: String) -> Sentence { Sentence("\(name)さんを外す", "Remove \(name)") }
    static let filter = Sentence("名前で探す", "Search by name")
    static let more = Sentence("続きを見る", "More")
    static let morePeople = Sentence(
        "ほかの人は、名前で探すと表示されます。選んだ人はそのまま残ります。",
        "Search by name for other people. Those whom you have chosen stay.")
    static func tooMany(_ maximum: Int) -> Sentence {
        Sentence("グループにできるのは、自分を含めて\(maximum)人までです。", "A group begins with at most \(maximum) people, including you.")
    }
    static let begin = Sentence("はじめる", "Begin")
    static let nobodyKnown = Sentence(
        "まだ知り合いがいません。だれかがあなたを招くと、ここに表示されます。",
        "You know nobody here yet. Who invites you appears here.")
    static let nobodyChosen = Sentence("相手を選んでください。", "Choose at least one person.")
    static let nameMissing = Sentence("グループの名前を入力してください。", "Give the group a name.")
}
