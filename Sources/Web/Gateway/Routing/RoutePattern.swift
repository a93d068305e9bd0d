import HTTP

/// The path of a route, such as `/conversations/:conversation/messages/:message`: segments that are there letter by
/// letter, and segments that parameters fill. `*name` at the end takes all segments that are left.
struct RoutePattern: Sendable, CustomStringConvertible {
    let description: String
    /// Where in the path the parameters are.
    let places: [Int]
    /// The segments; `nil` where a parameter is.
    private let segments: [String?]
    private let takesRest: Bool
    /// What is written before each parameter, and behind the last one.
    private let literals: [PathLiteral]

    init(_ pattern: StaticString) {
        description = "\(pattern)"
        let names = description.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        let isParameter = names.map { $0.utf8.first == UInt8(ascii: ":") || $0.utf8.first == UInt8(ascii: "*") }
        segments = zip(names, isParameter).map { $1 ? nil : $0 }
        places = isParameter.indices.filter { isParameter[$0] }
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

    /// Writes what stands before a parameter, or behind the last one.
    func write<Sink: PathSink & ~Copyable>(before parameter: Int, to sink: inout Sink) { sink.add(literals[parameter]) }
}

/// A part of a literal of the program.
///
/// `@unchecked`, for a literal's bytes are never changed and never go away.
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
    fileprivate let places: [Int]

    init(_ target: RequestTarget, _ pattern: RoutePattern) {
        self.target = target
        places = pattern.places
    }

    var query: Query { target.query }

    /// What stands where a parameter is.
    subscript(parameter: Int) -> String { target.segments[places[parameter]] }

    /// The same with all that follows.
    func rest(from parameter: Int) -> String {
        target.segments.dropFirst(places[parameter]).joined(separator: "/")
    }
}
