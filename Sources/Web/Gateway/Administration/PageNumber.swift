import HTTP

/// A page of a long list; the first is 1.
struct PageNumber: RouteParameters {
    static let segmentCount = 0
    static let maximum = 1_000
    static let first = PageNumber(1)

    let number: Int

    private init(_ number: Int) { self.number = number }

    init?(_ target: MatchedTarget) {
        guard let number = Self.optional(target.query["page"], { Int($0) }) else { return nil }
        self.init(number ?? 1)
        guard (1...Self.maximum).contains(self.number) else { return nil }
    }

    /// `nil` for the last page.
    var next: PageNumber? { number < Self.maximum ? PageNumber(number + 1) : nil }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        guard number > 1 else { return }
        sink.add("?page=")
        sink.add(Int64(number))
    }
}
