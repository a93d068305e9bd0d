import Chat
import HTML
import HTTP

/// The content of the search field, and the conversation that is searched: `nil` for all, and for people.
struct SearchParameters: RouteParameters {
    static let segmentCount = 0

    let query: String
    let conversation: ConversationID?

    init(_ query: String = "", in conversation: ConversationID? = nil) {
        self.query = query
        self.conversation = conversation
    }

    init?(_ target: MatchedTarget) {
        guard let conversation = Self.optional(target.query["in"], { ConversationID($0) }) else { return nil }
        self.init(target.query["q"] ?? "", in: conversation)
    }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        if !query.isEmpty {
            sink.add("?q=")
            sink.add(text: PercentEncoding.encode(query))
        }
        if let conversation {
            sink.add(field: "in", isFirst: query.isEmpty)
            sink.add(conversation)
        }
    }
}

extension Route<SearchParameters> {
    func callAsFunction(query: String = "") -> Path { self(SearchParameters(query)) }
    func callAsFunction(in conversation: ConversationID) -> Path { self(SearchParameters(in: conversation)) }
}
