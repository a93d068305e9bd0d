import Chat
import HTML
import HTTP

/// A conversation. `before` shows an older page; `reply` makes the text box reply to that message.
struct ThreadParameters {
    let conversation: ConversationID
    var before: MessageCursor?
    var reply: MessageID?
}

extension ThreadParameters: RouteParameters {
    init?(_ target: MatchedTarget) {
        guard let conversation = ConversationID(target[0]),
            let before = Self.optional(target.query["before"], { MessageCursor(text: $0) }),
            let reply = Self.optional(target.query["reply"], { MessageID($0) })
        else { return nil }
        self.init(conversation: conversation, before: before, reply: reply)
    }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) { sink.add(conversation) }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        if let before {
            sink.add("?before=")
            sink.add(text: before.text)
        }
        if let reply {
            sink.add(field: "reply", isFirst: before == nil)
            sink.add(reply)
        }
    }
}

extension Route<ThreadParameters> {
    func callAsFunction(_ id: ConversationID, before: MessageCursor? = nil, reply: MessageID? = nil) -> Path {
        self(ThreadParameters(conversation: id, before: before, reply: reply))
    }
}

/// A message of a conversation. `moment` is when it was sent, which makes finding it cheap.
struct MessageParameters {
    let conversation: ConversationID
    let message: MessageID
    let moment: Timestamp?
}

extension MessageParameters: RouteParameters {
    static let segmentCount = 2

    init?(_ target: MatchedTarget) {
        guard let conversation = ConversationID(target[0]), let message = MessageID(target[1]),
            let moment = Self.optional(target.query["at"], { Timestamp(text: $0) })
        else { return nil }
        self.init(conversation: conversation, message: message, moment: moment)
    }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) {
        if number == 0 { sink.add(conversation) } else { sink.add(message) }
    }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        guard let moment else { return }
        sink.add("?at=")
        sink.add(moment.milliseconds)
    }
}

extension Route<MessageParameters> {
    func callAsFunction(_ id: ConversationID, _ message: MessageID, at moment: Timestamp? = nil) -> Path {
        self(MessageParameters(conversation: id, message: message, moment: moment))
    }
}

extension SafeURL {
    /// The message in its conversation.
    static func message(_ message: Message) -> SafeURL {
        routes.message(message.conversation, message.id, at: message.createdAt).url(at: "m-\(message.id)")
    }
}
