/// The sentences of the page of mentions.
enum MentionsWording {
    static let title = Sentence("メンション", "Mentions")
    static let empty = Sentence("あなたへのメンションはありません。", "Nobody has mentioned you.")
    static let emptyNext = Sentence(
        "グループで「@」とあなたのユーザーIDが書かれたメッセージが、ここに集まります。",
        "Messages of groups with “@” and your user ID are gathered here.")
    static let newest = Sentence(
        "新しいメンションを表示しています。それより前のものは、検索で探せます。",
        "These are the newest. For older ones, use the search.")
    static let cached = Sentence(
        "最近読み込んだメッセージから探しました。それより前のものは、検索で探せます。",
        "Only messages that were loaded lately were looked at. For older ones, use the search.")
}
