/// What is said about messages that are forwarded to another conversation.
enum ForwardingWording {
    static let forward = Sentence("転送", "Forward")
    static let title = Sentence("転送先を選ぶ", "Forward to")
    static let tooLong = Sentence("長すぎるため、転送できません。", "This message is too long to be forwarded.")
}
