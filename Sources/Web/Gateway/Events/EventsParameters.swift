import Chat
import HTTP
import Live

/// The conversations that a stream watches, and what the page shows already.
struct EventsParameters {
    let watching: [ConversationID]
    let after: StreamPosition?
}

extension EventsParameters: RouteParameters {
    static let segmentCount = 0

    init?(_ target: MatchedTarget) {
        guard let after = Self.optional(target.query["after"], { StreamPosition(text: $0) }) else { return nil }
        watching = target.query.items.filter { $0.name == "watch" }.compactMap { ConversationID($0.value) }
        self.after = after
    }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        for (index, id) in watching.enumerated() {
            sink.add(field: "watch", isFirst: index == 0)
            sink.add(id)
        }
        if let after {
            sink.add(field: "after", isFirst: watching.isEmpty)
            sink.add(text: after.text)
        }
    }
}
