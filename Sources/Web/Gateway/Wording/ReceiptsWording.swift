import Chat

/// What is said about how far others have read.
enum ReceiptsWording {
    /// What stands at a message that others have read: in a group how many, which its actions name.
    static func mark(_ readers: MessageReaders, isGroup: Bool) -> Sentence {
        isGroup ? read(by: readers.users.count, isMore: readers.isMore) : Sentence("既読", "Read")
    }
    static func read(by count: Int, isMore: Bool) -> Sentence {
        let count = "\(count)\(isMore ? "+" : "")"
        return Sentence("既読 \(count)", "Read by \(count)")
    }
    static let nobody = Sentence("まだだれも読んでいません。", "Nobody has read it yet.")
    static let title = Sentence("既読の表示", "Read receipts")
    static let shown = Sentence(
        "あなたがどこまで読んだかを、メッセージを書いた人に表示しています。あなたにも、ほかの人がどこまで読んだかを表示しています。",
        "The authors of messages see whether you have read them, and you see who has read yours.")
    static let hidden = Sentence(
        "あなたがどこまで読んだかは、だれにも表示していません。あなたにも、ほかの人がどこまで読んだかは表示しません。",
        "Nobody sees how far you have read, and you do not see who has read your messages.")
    static let hide = Sentence("表示しない", "Hide")
    static let show = Sentence("表示する", "Show")
}
