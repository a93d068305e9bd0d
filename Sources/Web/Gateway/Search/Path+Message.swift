import Chat
import HTML

extension SafeURL {
    /// Where a message stands in its conversation.
    static func message(_ message: Message) -> SafeURL {
        Path.message(message.conversation, message.id, at: message.createdAt).url(at: "m-\(message.id)")
    }
}
