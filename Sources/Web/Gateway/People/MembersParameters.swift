import Chat
import HTTP

/// A page of the members of a conversation whose names match a query.
struct MembersParameters: RouteParameters {
    let conversation: ConversationID
    var query = ""
    /// 1 for the first page.
    var page = 1

    init(conversation: ConversationID, query: String = "", page: Int = 1) {
        self.conversation = conversation
        self.query = query
        self.page = page
    }

    init?(_ target: MatchedTarget) {
        guard let conversation = ConversationID(target[0]), let page = Self.optional(target.query["page"], { Int($0) })
        else { return nil }
        self.init(conversation: conversation, query: target.query["q"] ?? "", page: page ?? 1)
        guard (1...PeopleLimits.maximumPages).contains(self.page) else { return nil }
    }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) { sink.add(conversation) }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        if !query.isEmpty {
            sink.add("?q=")
            sink.add(text: PercentEncoding.encode(query))
        }
        if page > 1 {
            sink.add(field: "page", isFirst: query.isEmpty)
            sink.add(Int64(page))
        }
    }
}

extension Route<MembersParameters> {
    func callAsFunction(_ id: ConversationID, query: String = "", page: Int = 1) -> Path {
        self(MembersParameters(conversation: id, query: query, page: page))
    }
}
