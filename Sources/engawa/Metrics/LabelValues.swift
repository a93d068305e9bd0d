import HTTP

/// A method as a label; unknown methods share one value, as clients may invent them.
enum MethodName: String {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case other

    init(_ method: Method) { self = MethodName(rawValue: method.rawValue) ?? .other }
}

/// The class of a status (RFC 9110 §15): `2xx`.
struct StatusClass: Hashable, CustomStringConvertible {
    private let digit: Int

    init(_ status: Status) { digit = status.rawValue / 100 }

    var description: String { "\(digit)xx" }
}
