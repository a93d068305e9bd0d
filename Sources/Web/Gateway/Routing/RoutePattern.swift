import HTTP

/// The path of a route, such as `/conversations/:conversation/messages/:message`, with literal segments and parameters.
/// `*name` at the end matches all remaining segments.
struct RoutePattern: Sendable, CustomStringConvertible {
    let description: String
    /// The indices of the segments that are parameters.
    let parameterIndices: [Int]
    /// The literal segments; `nil` for a parameter.
    private let segments: [String?]
    private let takesRest: Bool
    /// The text before each parameter, and the text after the last one.
    private let literals: [PathLiteral]

    init(_ pattern: StaticString) {
        description = "\(pattern)"
        let names = description.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        let isParameter = names.map { $0.utf8.first == UInt8(ascii: ":") || $0.utf8.first == UInt8(ascii: "*") }
        segments = zip(names, isParameter).map { $1 ? nil : $0 }
        parameterIndices = isParameter.indices.filter { isParameter[$0] }
        takesRest = names.last?.utf8.first == UInt8(ascii: "*")
        var literals: [PathLiteral] = []
        var (start, position) = (0, 0)
        for (name, isParameter) in zip(names, isParameter) {
            position += 1
            if isParameter { literals.append(PathLiteral(pattern, start..<position)) }
            position += name.utf8.count
            if isParameter { start = position }
        }
        literals.append(PathLiteral(pattern, start..<pattern.utf8CodeUnitCount))
        self.literals = literals
    }

    var firstSegment: String? { segments.first ?? nil }

    func matches(_ path: [String]) -> Bool {
        guard path.count == segments.count || takesRest && path.count >= segments.count - 1 else { return false }
        for (segment, literal) in zip(path, segments) {
            if let literal, segment != literal { return false }
        }
        return true
    }

    /// Writes the text before the parameter with this number; for the number of parameters, the text after the last one.
    func write<Sink: PathSink & ~Copyable>(before parameter: Int, to sink: inout Sink) { sink.add(literals[parameter]) }
}

/// A part of a string literal of the program.
///
/// `@unchecked`: the bytes of a literal are immutable and never deallocated.
struct PathLiteral: @unchecked Sendable {
    let start: UnsafePointer<UInt8>
    let count: Int

    init(_ text: StaticString, _ range: Range<Int>) {
        start = text.utf8Start + range.lowerBound
        count = range.count
        precondition(!UnsafeBufferPointer(start: start, count: count).contains(UInt8(ascii: "&")), "HTML escapes it")
    }
}

/// A request target whose path matches a pattern.
struct MatchedTarget {
    let target: RequestTarget
    fileprivate let parameterIndices: [Int]

    init(_ target: RequestTarget, _ pattern: RoutePattern) {
        self.target = target
        parameterIndices = pattern.parameterIndices
    }

    var query: Query { target.query }

    /// The decoded value of a parameter.
    subscript(parameter: Int) -> String { target.segments[parameterIndices[parameter]] }

    /// The value of a parameter and all segments after it.
    func rest(from parameter: Int) -> String {
        target.segments.dropFirst(parameterIndices[parameter]).joined(separator: "/")
    }
}
