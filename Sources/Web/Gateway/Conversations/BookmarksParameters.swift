import Chat
import HTTP

/// A page of the bookmarks: the newest, or those after the bookmark of a message.
struct BookmarksParameters: RouteParameters {
    static let segmentCount = 0

    let after: MessageID?

    init(after: MessageID?) { self.after = after }

    init?(_ target: MatchedTarget) {
        guard let after = Self.optional(target.query["after"], { MessageID($0) }) else { return nil }
        self.after = after
    }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        guard let after else { return }
        sink.add("?after=")
        sink.add(after)
    }
}

extension Route<BookmarksParameters> {
    func callAsFunction(after: MessageID? = nil) -> Path { self(BookmarksParameters(after: after)) }
}
