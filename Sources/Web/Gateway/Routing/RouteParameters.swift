import Accounts
import Chat
import HTTP

/// The parameters in the path and the query of a route.
protocol RouteParameters: Sendable {
    /// The number of path segments that are parameters.
    static var segmentCount: Int { get }

    /// Fails if a parameter is invalid; then the response is 404.
    init?(_ target: MatchedTarget)

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink)
    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink)
}

extension RouteParameters {
    static var segmentCount: Int { 1 }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) {}
    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {}

    /// An optional parameter: `.some(nil)` if there is no value, `nil` if the value is invalid.
    static func optional<Value>(_ text: String?, _ parse: (String) -> Value?) -> Value?? {
        guard let text else { return .some(nil) }
        return parse(text).map { .some($0) }
    }
}

struct NoParameters: RouteParameters {
    static let segmentCount = 0

    init?(_ target: MatchedTarget) {}
}

extension Identifier: RouteParameters {
    init?(_ target: MatchedTarget) { self.init(target[0]) }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) { sink.add(self) }
}

extension SignInMethodID: RouteParameters {
    init?(_ target: MatchedTarget) { self.init(target[0]) }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) { sink.add(text: description) }
}

extension FormKey: RouteParameters {
    init?(_ target: MatchedTarget) { self.init(target[0]) }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) { sink.add(text: description) }
}

/// The page to return to after sign-in.
struct ReturnParameters: RouteParameters {
    static let segmentCount = 0

    let path: Path?

    init(_ path: Path?) { self.path = path }
    init?(_ target: MatchedTarget) { path = target.query["return"].flatMap { Path($0) } }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        guard let path else { return }
        sink.add("?return=")
        sink.add(text: PercentEncoding.encode(path.text))
    }
}

extension Route<ReturnParameters> {
    func callAsFunction(returnTo path: Path? = nil) -> Path { self(ReturnParameters(path)) }
}
