import Chat
import HTTP

/// A page of all people of the site, or of those who match a query.
struct AccountsParameters: RouteParameters {
    static let segmentCount = 0

    let query: String
    /// The last alias of the page before; `nil` for the first page.
    let after: Alias?

    init(query: String = "", after: Alias? = nil) {
        self.query = query
        self.after = after
    }

    init?(_ target: MatchedTarget) {
        guard let after = Self.optional(target.query["after"], { Alias($0) }) else { return nil }
        self.init(query: target.query["q"] ?? "", after: after)
    }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        if !query.isEmpty {
            sink.add("?q=")
            sink.add(text: PercentEncoding.encode(query))
        }
        guard let after else { return }
        sink.add(field: "after", isFirst: query.isEmpty)
        sink.add(text: PercentEncoding.encode(after.description))
    }
}

extension Route<AccountsParameters> {
    func callAsFunction(query: String = "", after: Alias? = nil) -> Path {
        self(AccountsParameters(query: query, after: after))
    }
}
