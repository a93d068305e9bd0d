/// What a JSON value looks like without its content: the types, and the names of members.
public indirect enum JSONShape: Hashable, Sendable {
    case null
    case bool
    case number
    case string
    /// The shapes that occur among the elements.
    case array(Set<JSONShape>)
    case object([String: JSONShape])

    public init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .bool: .bool
            case .number: .number
            case .string: .string
            case .array(let values): .array(Set(values.map(JSONShape.init)))
            case .object(let members): .object(members.mapValues(JSONShape.init))
            }
    }

    /// Whether one who reads `other` can read this: the same members, and no element of an array that `other` has not.
    ///
    /// An array may lack some shapes of the other's elements, but not all of them.
    public func isReadable(as other: JSONShape) -> Bool {
        switch (self, other) {
        case (.array(let mine), .array(let others)):
            mine.isEmpty == others.isEmpty
                && mine.allSatisfy { shape in others.contains { shape.isReadable(as: $0) } }
        case (.object(let mine), .object(let others)):
            mine.count == others.count
                && mine.allSatisfy { name, shape in others[name].map { shape.isReadable(as: $0) } ?? false }
        default: self == other
        }
    }
}
