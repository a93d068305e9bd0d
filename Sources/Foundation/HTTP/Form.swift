/// The fields of a submitted form, in order
/// (WHATWG HTML, `application/x-www-form-urlencoded` and `multipart/form-data`).
public struct Form: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    public struct Field: Sendable, Equatable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public let fields: [Field]

    public init(_ fields: [Field]) { self.fields = fields }

    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first value of `name`.
    public subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// All values of `name`, in order.
    public func values(of name: String) -> [String] { fields.compactMap { $0.name == name ? $0.value : nil } }

    /// The form as `application/x-www-form-urlencoded`.
    public var urlEncoded: [UInt8] {
        Array(
            fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
                .joined(separator: "&").utf8)
    }
}
