/// What is said about replies that are in threads.
enum RepliesWording {
    static let option = Sentence(
        "返信をスレッドに分ける（メッセージごとの別の会話になります）", "Replies open threads: conversations of their own, one for each message")
    static let hasThreads = Sentence("返信はスレッドに分かれます。", "Replies are in threads.")
    static let reply = Sentence("スレッドで返信", "Reply in thread")
    static func count(_ count: Int) -> Sentence {
        Sentence("返信\(count)件", count == 1 ? "1 reply" : "\(count) replies")
    }
    static func title(_ excerpt: String?) -> Sentence {
        guard let excerpt, !excerpt.isEmpty else { return Sentence("スレッド", "Thread") }
        return Sentence("スレッド：\(excerpt)", "Thread: \(excerpt)")
    }
    static func origin(_ group: String) -> Sentence {
        Sentence("「\(group)」のメッセージへの返信", "Replies to a message in \(group)")
    }
    static let followers = Sentence("フォローしている人", "Followers")
    static func followers(_ count: Int) -> Sentence {
        Sentence("フォロー\(count)人", count == 1 ? "1 follower" : "\(count) followers")
    }
    static let unfollow = Sentence("フォローをやめる…", "Stop following…")
    static let unfollowQuestion = Sentence(
        "このスレッドは一覧に出なくなります。元のメッセージの「返信」から開くと、またフォローします。",
        "The thread leaves your list. Whoever opens it again at its message follows it again.")
    static let unfollowButton = Sentence("フォローをやめる", "Stop following")
}
