import HTML
import HTTP

/// One row of the route table: it parses requests, and prints the links, form actions and redirects that lead to it.
///
/// A class, because a page prints hundreds of links and copying a struct of this size would take measurable time.
final class Route<Parameters: RouteParameters>: RouteRow {
    typealias Handler = @Sendable (Site, Visit, Parameters) async throws -> Response

    let name: RouteName
    let method: Method
    let pattern: RoutePattern
    let access: RouteAccess
    let bounds: RouteBounds
    let sender: RouteSender
    let condition: RouteCondition
    private let handler: Handler

    /// - Parameters:
    ///   - method: `.get` includes `HEAD`.
    ///   - pattern: as in `RoutePattern`; the names of its parameters are documentation only.
    ///   - access: who may use the route.
    ///   - sender: where requests to the route come from.
    ///   - condition: if it does not hold, the response is 404.
    init(
        _ name: RouteName, _ method: Method, _ pattern: StaticString, _ access: RouteAccess, _ bounds: RouteBounds,
        from sender: RouteSender = .ownPages, when condition: RouteCondition = .always, _ handler: @escaping Handler
    ) {
        self.name = name
        self.method = method
        self.pattern = RoutePattern(pattern)
        self.access = access
        self.bounds = bounds
        self.sender = sender
        self.condition = condition
        self.handler = handler
        precondition(
            self.pattern.parameterIndices.count == Parameters.segmentCount, "\(pattern) does not match its parameters")
    }

    /// The parameters of a target; `nil` if it does not match the pattern or a parameter is invalid.
    func parameters(of target: RequestTarget) -> Parameters? {
        pattern.matches(target.segments) ? Parameters(MatchedTarget(target, pattern)) : nil
    }

    func action(for target: RequestTarget) -> RouteAction? {
        guard let parameters = Parameters(MatchedTarget(target, pattern)) else { return nil }
        return { [handler] in try await handler($0, $1, parameters) }
    }

    func callAsFunction(_ parameters: Parameters) -> Path {
        Path(written: TextBuilder.text { write(parameters, to: &$0) })
    }

    func write<Sink: PathSink & ~Copyable>(_ parameters: Parameters, to sink: inout Sink) {
        for number in 0..<Parameters.segmentCount {
            pattern.write(before: number, to: &sink)
            parameters.write(segment: number, to: &sink)
        }
        writeEnd(parameters, to: &sink)
    }

    /// Writes the path up to its last parameter.
    func writeStart<Sink: PathSink & ~Copyable>(_ parameters: Parameters, to sink: inout Sink) {
        for number in 0..<Parameters.segmentCount - 1 {
            pattern.write(before: number, to: &sink)
            parameters.write(segment: number, to: &sink)
        }
        pattern.write(before: Parameters.segmentCount - 1, to: &sink)
    }

    /// Writes the rest of the path after its last parameter, and the query.
    func writeEnd<Sink: PathSink & ~Copyable>(_ parameters: Parameters, to sink: inout Sink) {
        pattern.write(before: Parameters.segmentCount, to: &sink)
        parameters.writeQuery(to: &sink)
    }
}

extension Route where Parameters == NoParameters {
    convenience init(
        _ name: RouteName, _ method: Method, _ pattern: StaticString, _ access: RouteAccess, _ bounds: RouteBounds,
        from sender: RouteSender = .ownPages, when condition: RouteCondition = .always,
        _ handler: @escaping @Sendable (Site, Visit) async throws -> Response
    ) {
        self.init(name, method, pattern, access, bounds, from: sender, when: condition) { site, visit, _ in
            try await handler(site, visit)
        }
    }

    var path: Path { Path(written: pattern.description) }
    var text: String { pattern.description }
    var url: SafeURL { path.url }
}

/// A handler with the parameters of its request.
typealias RouteAction = @Sendable (Site, Visit) async throws -> Response

/// A route without the type of its parameters.
protocol RouteRow: AnyObject, Sendable {
    var name: RouteName { get }
    var method: Method { get }
    var pattern: RoutePattern { get }
    var access: RouteAccess { get }
    var bounds: RouteBounds { get }
    var sender: RouteSender { get }
    var condition: RouteCondition { get }

    /// The handler for a target that matches the pattern; `nil` if a parameter is invalid.
    func action(for target: RequestTarget) -> RouteAction?
}

extension RouteRow {
    /// The methods that the route accepts.
    var methods: [Method] { method == .get ? [.get, .head] : [method] }
}

/// The name of a route in metrics and logs, which must not contain ids, queries or unknown paths.
public struct RouteName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral name: StaticString) { rawValue = "\(name)" }

    /// No route matched.
    public static let unknown: RouteName = "unknown"
    /// The request could not be read.
    public static let unreadable: RouteName = "unreadable"
}
