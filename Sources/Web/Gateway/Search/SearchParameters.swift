import HTTP

/// The content of the search field.
struct SearchParameters: RouteParameters {
    static let segmentCount = 0

    let query: String

    init(_ query: String = "") { self.query = query }
    init?(_ target: MatchedTarget) { query = target.query["q"] ?? "" }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        if query.isEmpty { return }
        sink.add("?q=")
        sink.add(text: PercentEncoding.encode(query))
    }
}

extension Route<SearchParameters> {
    func callAsFunction(query: String = "") -> Path { self(SearchParameters(query)) }
}
