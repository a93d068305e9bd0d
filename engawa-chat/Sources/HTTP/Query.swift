import Bytes

/// The fields of a submitted form (WHATWG HTML, `application/x-www-form-urlencoded` and `multipart/form-data`), which are
/// pairs as those of a query.
public typealias Form = Query

/// The query of a URL as name–value pairs, in order (WHATWG URL §5.1).
public struct Query: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    public struct Item: Sendable, Equatable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A pair of a form.
    public typealias Field = Item

    public private(set) var items: [Item] = []

    public init() {}

    public init(_ items: [Item]) { self.items = items }

    public init(dictionaryLiteral elements: (String, String)...) {
        items = elements.map { Item(name: $0.0, value: $0.1) }
    }

    /// Parses what follows the `?`; fails where an escape is broken or not UTF-8.
    public init?(parsing text: some StringProtocol) {
        guard let query = text.withBytes({ Self(utf8: $0[...]) }) else { return nil }
        self = query
    }

    init?(utf8: ByteSlice) {
        var rest = utf8
        while !rest.isEmpty {
            var pair = rest.take(upTo: UInt8(ascii: "&"))
            if pair.isEmpty { continue }
            guard let name = PercentEncoding.decode(pair.take(upTo: UInt8(ascii: "=")), plusIsSpace: true),
                let value = PercentEncoding.decode(pair, plusIsSpace: true)
            else { return nil }
            items.append(Item(name: name, value: value))
        }
    }

    /// The first value of `name`.
    public subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }

    /// All values of `name`, in order.
    public func values(of name: String) -> [String] { items.compactMap { $0.name == name ? $0.value : nil } }

    public mutating func append(_ name: String, _ value: String) {
        items.append(Item(name: name, value: value))
    }

    /// The pairs of a form.
    public var fields: [Field] { items }

    /// A form as `application/x-www-form-urlencoded`.
    public var urlEncoded: [UInt8] { Array(serialized.utf8) }

    /// The query as it stands in a URL, without `?`.
    public var serialized: String {
        items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}
