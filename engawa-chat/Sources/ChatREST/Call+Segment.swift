import Bytes

extension Call {
    /// A segment of a call's path: a constant of the route, or a parameter.
    enum Segment: Sendable, ExpressibleByStringLiteral {
        case name(String)
        case id(String)

        init(stringLiteral value: String) { self = .name(value) }

        static func id(_ value: some CustomStringConvertible) -> Segment { .id(value.description) }

        /// Not percent-encoded.
        var text: String {
            switch self {
            case .name(let text), .id(let text): text
            }
        }
    }

    /// The path with placeholders for parameters, so that there is one value for each route.
    var route: String {
        var route = ByteBuffer(capacity: Self.usualBytes)
        for segment in path {
            route.append(UInt8(ascii: "/"))
            switch segment {
            case .name(let name): route.append(name)
            case .id: route.append(literal: ":id")
            }
        }
        return route.text
    }
}
