import Chat

/// What is said about messages whose texts are changed.
enum EditingWording {
    static let edit = Sentence("編集する", "Edit")
    static let title = Sentence("メッセージの編集", "Edit message")
    static let field = Sentence("新しい文章", "New text")
    static let explained = Sentence(
        "前の文章は、会話のメンバー全員がいつでも見られます。", "Everybody in the conversation can still see the text that it had before.")
    static let save = Sentence("保存", "Save")
    static let edited = Sentence("編集済み", "edited")
    static let versions = Sentence("編集の履歴", "Edit history")
    static let now = Sentence("現在", "Now")
    static let none = Sentence("以前の文章は残っていません。", "There are no earlier texts.")
    static let noText = Sentence("文章のないメッセージ", "No text")
    static let notSaved = Sentence(
        "チャットのサーバーに接続できないため、保存できませんでした。文章は下に残っています。",
        "Not saved: the chat server can't be reached. Your text is kept below.")
    static let refused = Sentence(
        "このメッセージは編集できません。文章は下に残っています。", "This message can't be edited. Your text is kept below.")
    static let deleted = Sentence(
        "このメッセージは削除されたか、見つかりません。文章は下に残っています。",
        "This message was deleted, or can't be found. Your text is kept below.")
    static let diskFull = Sentence(
        "サーバーのディスクがいっぱいのため、保存できませんでした。文章は下に残っています。",
        "Not saved: the server's disk is full. Your text is kept below.")
    static let tooOften = Sentence(
        "このメッセージは、これ以上編集できません（\(MessageLimits.maximumVersions)回まで）。文章は下に残っています。",
        "This message can't be edited again: \(MessageLimits.maximumVersions) times is the most. Your text is kept below."
    )
}
