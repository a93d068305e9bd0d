/// What is said where people change their own name.
enum OwnNameWording {
    static let title = Sentence("名前を変える", "Change your name")
    static let titleWithAlias = Sentence("名前とエイリアスを変える", "Change your name and alias")
    static let aliasExplained = Sentence(
        "サインインとメンションに使われます。前のエイリアスで呼ばれたメッセージは、もうあなたへのリンクになりません。",
        "You sign in with it, and others mention you by it. Messages that mention the former one lead to you no more.")
}
