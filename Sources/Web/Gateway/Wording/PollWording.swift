import Chat

/// What is said about polls.
enum PollWording {
    static let new = Sentence("アンケート", "New poll")
    static let question = Sentence("質問", "Question")
    static let options = Sentence("選択肢", "Options")
    static func option(_ number: Int) -> Sentence { Sentence("選択肢\(number)", "Option \(number)") }
    static let moreOptions = Sentence("選択肢を増やす", "More options")
    static let several = Sentence("いくつでも選べる", "Several options may be chosen")
    static let hint = Sentence(
        "だれがどれを選んだかは、会話の全員に表示されます。", "Everybody in the conversation sees who has chosen what.")
    static let noQuestion = Sentence("質問を入力してください。", "Write a question.")
    static let tooFewOptions = Sentence("選択肢を2つ以上入力してください。", "Write two options or more.")
    static let tooLong = Sentence(
        "質問は\(Poll.maximumQuestion)文字まで、選択肢は\(Poll.maximumOption)文字までの1行です。",
        "The question has at most \(Poll.maximumQuestion) characters and an option \(Poll.maximumOption), in one line.")
    static func state(_ people: Int, isOver: Bool, allowsSeveral: Bool) -> Sentence {
        if isOver { return Sentence("終了・\(people)人が回答", "Over · \(people) voted") }
        return allowsSeveral
            ? Sentence("いくつでも選べます・\(people)人が回答", "Choose any number · \(people) voted")
            : Sentence("1つ選べます・\(people)人が回答", "Choose one · \(people) voted")
    }
    static let end = Sentence("締め切る", "End the poll")
    static let goOn = Sentence("再開する", "Go on with it")
}
