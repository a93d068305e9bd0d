import Chat
import HTML
import HTTP

/// Which messages of a conversation a page shows.
enum ThreadPlace: Hashable {
    /// Those from the first unread one on, or the newest.
    case unread
    case newest
    case before(MessageCursor)
    /// Those from this moment on.
    case from(Timestamp)
}

extension ThreadPlace {
    /// Whether the newest message may be on the page: an older page is followed by another.
    var mayBeNewest: Bool {
        if case .before = self { false } else { true }
    }
}

/// A conversation. `reply` makes the text box reply to that message. `isWithoutScripts` says that the browser runs no
/// scripts though one announced itself before.
struct ThreadParameters {
    let conversation: ConversationID
    var place = ThreadPlace.unread
    var reply: MessageID?
    var isWithoutScripts = false
}

extension ThreadParameters: RouteParameters {
    private static let newest = "newest"

    init?(_ target: MatchedTarget) {
        guard let conversation = ConversationID(target[0]),
            let before = Self.optional(target.query["before"], { MessageCursor(text: $0) }),
            let from = Self.optional(target.query["from"], { Timestamp(text: $0) }),
            let isNewest = Self.optional(target.query["at"], { $0 == Self.newest ? true : nil }),
            let reply = Self.optional(target.query["reply"], { MessageID($0) }),
            let isWithoutScripts = Self.optional(target.query["scripts"], { $0 == "off" ? true : nil })
        else { return nil }
        let place: ThreadPlace =
            if let before { .before(before) } else if let from { .from(from) } else {
                isNewest == true ? .newest : .unread
            }
        self.init(conversation: conversation, place: place, reply: reply, isWithoutScripts: isWithoutScripts ?? false)
    }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) { sink.add(conversation) }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        switch place {
        case .unread: break
        case .newest: sink.add("?at=newest")
        case .before(let cursor):
            sink.add("?before=")
            sink.add(text: cursor.text)
        case .from(let moment):
            sink.add("?from=")
            sink.add(moment.milliseconds)
        }
        if let reply {
            sink.add(field: "reply", isFirst: place == .unread)
            sink.add(reply)
        }
        if isWithoutScripts {
            sink.add(field: "scripts", isFirst: place == .unread && reply == nil)
            sink.add("off")
        }
    }
}

extension Route<ThreadParameters> {
    func callAsFunction(_ id: ConversationID, at place: ThreadPlace = .unread, reply: MessageID? = nil) -> Path {
        self(ThreadParameters(conversation: id, place: place, reply: reply))
    }
}

/// A message of a conversation. `moment` is when it was sent, which makes finding it cheap.
struct MessageParameters {
    let conversation: ConversationID
    let message: MessageID
    let moment: Timestamp?
}

extension MessageParameters {
    init(of message: Message) {
        self.init(conversation: message.conversation, message: message.id, moment: message.createdAt)
    }
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
