/// Any JSON value (RFC 8259); an object has each member once.
public enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    /// Whole numbers are exact up to 2⁵³.
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// An object of the members that are not `nil`.
    public init(_ members: [String: JSON?]) { self = .object(members.compactMapValues(\.self)) }

    /// The member `name` of an object.
    public subscript(_ name: String) -> JSON? { object?[name] }

    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var number: Double? { if case .number(let value) = self { value } else { nil } }
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    public var array: [JSON]? { if case .array(let values) = self { values } else { nil } }
    public var object: [String: JSON]? { if case .object(let members) = self { members } else { nil } }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
