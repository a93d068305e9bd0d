import Chat

/// What is said about pinned messages.
enum PinsWording {
    static let title = Sentence("ピン留めしたメッセージ", "Pinned messages")
    static func count(_ count: Int) -> Sentence { Sentence("ピン留め\(count)件", "\(count) pinned") }
    static let pin = Sentence("ピン留めする", "Pin")
    static let unpin = Sentence("ピン留めを外す", "Unpin")
    static let none = Sentence("ピン留めしたメッセージはありません。", "No messages are pinned.")
    static let tooMany = Sentence(
        "ピン留めできるのは\(MessageLimits.maximumPins)件までです。ほかのものを外してからお試しください。",
        "At most \(MessageLimits.maximumPins) messages can be pinned. Unpin another one first.")
}
