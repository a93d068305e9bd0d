/// The header fields of a message, in order (RFC 9110 §6.3).
///
/// Bytes that could end a field early (CR, LF, NUL) are written as spaces,
/// so that no value can start a field or a body of its own (RFC 9110 §5.5).
public struct HeaderFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    public struct Field: Sendable, Equatable {
        public let name: FieldName
        public let value: String
    }

    public private(set) var fields: [Field] = []

    public init() {}

    public init(dictionaryLiteral elements: (FieldName, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// The first value of `name`; setting it replaces all of them, and `nil` removes them.
    public subscript(_ name: FieldName) -> String? {
        get { fields.first { $0.name == name }?.value }
        set {
            if fields.contains(where: { $0.name == name }) { fields.removeAll { $0.name == name } }
            if let newValue { append(name, newValue) }
        }
    }

    /// All values of `name`, in order.
    public func values(of name: FieldName) -> [String] {
        fields.compactMap { $0.name == name ? $0.value : nil }
    }

    /// Adds a field after those that are there.
    public mutating func append(_ name: FieldName, _ value: String) {
        if fields.isEmpty { fields.reserveCapacity(Self.usualCount) }
        fields.append(Field(name: name, value: Self.legalized(value)))
    }

    /// Adds all fields of `others` after those that are there.
    public mutating func append(contentsOf others: HeaderFields) { fields += others.fields }

    /// As many as most messages have.
    private static let usualCount = 8

    private static func legalized(_ value: String) -> String {
        var value = value
        let isLegal = value.withUTF8 { bytes in
            // Without leaving early, so that many bytes are looked at at once.
            bytes.reduce(true) { $0 && $1 != 0 && $1 != 10 && $1 != 13 }
        }
        guard !isLegal else { return value }
        return String(decoding: value.utf8.map { $0 == 0 || $0 == 10 || $0 == 13 ? 32 : $0 }, as: UTF8.self)
    }
}
