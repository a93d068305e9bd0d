import Chat
import HTML
import HTTP

/// A page of the conversation list: of all, or of those whose names match a query.
struct ListParameters: RouteParameters {
    static let segmentCount = 0

    var query = ""
    var cursor: ListCursor?

    var isFirstPage: Bool { query.isEmpty && cursor == nil }

    init(query: String = "", after cursor: ListCursor? = nil) {
        self.query = query
        self.cursor = cursor
    }

    init?(_ target: MatchedTarget) {
        guard let cursor = Self.optional(target.query["after"], { ListCursor(text: $0) }) else { return nil }
        self.init(query: target.query["q"] ?? "", after: cursor)
    }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) { write(to: &sink, isFirst: true) }

    /// - Parameter isFirst: whether no other field stands before.
    func write<Sink: PathSink & ~Copyable>(to sink: inout Sink, isFirst: Bool) {
        if !query.isEmpty {
            sink.add(field: "q", isFirst: isFirst)
            sink.add(text: PercentEncoding.encode(query))
        }
        if let cursor {
            sink.add(field: "after", isFirst: isFirst && query.isEmpty)
            sink.add(text: cursor.text)
        }
    }
}

extension Route<ListParameters> {
    var path: Path { self(ListParameters()) }
    var text: String { path.text }
    var url: SafeURL { path.url }

    func callAsFunction(query: String, after cursor: ListCursor?) -> Path {
        self(ListParameters(query: query, after: cursor))
    }
}

extension ListCursor {
    /// The format in URLs: the moment, a full stop, the conversation's id.
    fileprivate var text: String { "\(moment.text).\(conversation)" }

    fileprivate init?(text: String) {
        let parts = text.unicodeScalars.split(separator: ".", maxSplits: 1).map { Substring($0) }
        guard parts.count == 2, let moment = Timestamp(text: parts[0]), let conversation = ConversationID(parts[1])
        else { return nil }
        self.init(moment: moment, conversation: conversation)
    }
}
