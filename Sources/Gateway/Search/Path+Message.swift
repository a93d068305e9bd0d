import Chat
import HTML

extension SafeURL {
    /// Where a message stands in its conversation: on a page of which it is the newest, until messages have a path of
    /// their own.
    static func message(_ message: Message) -> SafeURL {
        SafeURL(path: "\(Path.thread(message.conversation, before: .after(message)).text)#m-\(message.id)")
    }
}

extension MessageCursor {
    /// Just after a message: before another of the same moment that is not there.
    fileprivate static func after(_ message: Message) -> MessageCursor {
        // The UUID that nothing has (RFC 9562 §5.9).
        guard let nobody = MessageID("00000000-0000-0000-0000-000000000000") else {
            preconditionFailure("the nil UUID is a UUID")
        }
        return MessageCursor(moment: message.createdAt, message: nobody)
    }
}
