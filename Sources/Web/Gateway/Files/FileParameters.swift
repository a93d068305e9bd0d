import Chat
import HTTP
import Pictures

extension SentPicture.Width {
    init?(_ text: String) {
        guard let width = Self.allCases.first(where: { String($0.rawValue) == text }) else { return nil }
        self = width
    }
}

/// A file of a message. The name is for the browser, which saves the file under it.
struct FileParameters {
    let file: FileID
    let name: String
    /// `nil` for the file as it is.
    var width: SentPicture.Width?
}

extension FileParameters: RouteParameters {
    static let segmentCount = 2

    init?(_ target: MatchedTarget) {
        guard let file = FileID(target[0]), let width = Self.optional(target.query["width"], { SentPicture.Width($0) })
        else { return nil }
        self.init(file: file, name: target[1], width: width)
    }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) {
        if number == 0 { sink.add(file) } else { sink.add(text: PercentEncoding.encode(name)) }
    }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        guard let width else { return }
        sink.add("?width=")
        sink.add(Int64(width.rawValue))
    }
}

extension Route<FileParameters> {
    func callAsFunction(_ attachment: Attachment, width: SentPicture.Width? = nil) -> Path {
        self(FileParameters(file: attachment.id, name: attachment.name.description, width: width))
    }
}

/// The files of a conversation. `before` is the message from which on they are on earlier pages.
struct ConversationFilesParameters {
    let conversation: ConversationID
    var before: MessageID?
}

extension ConversationFilesParameters: RouteParameters {
    init?(_ target: MatchedTarget) {
        guard let conversation = ConversationID(target[0]),
            let before = Self.optional(target.query["before"], { MessageID($0) })
        else { return nil }
        self.init(conversation: conversation, before: before)
    }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) { sink.add(conversation) }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        guard let before else { return }
        sink.add("?before=")
        sink.add(before)
    }
}

extension Route<ConversationFilesParameters> {
    func callAsFunction(_ conversation: ConversationID, before: MessageID? = nil) -> Path {
        self(ConversationFilesParameters(conversation: conversation, before: before))
    }
}
