/// The query of a URL as name–value pairs, in order (WHATWG URL §5.1).
public struct Query: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    public struct Item: Sendable, Equatable {
        public let name: String
        public let value: String
    }

    public private(set) var items: [Item] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        items = elements.map { Item(name: $0.0, value: $0.1) }
    }

    /// Parses what stands behind the `?`; fails where an escape is broken or not UTF-8.
    public init?(parsing text: some StringProtocol) {
        var text = String(text)
        guard let query = text.withUTF8({ Self(utf8: $0) }) else { return nil }
        self = query
    }

    init?(utf8: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < utf8.count {
            let end = utf8[start...].firstIndex(of: UInt8(ascii: "&")) ?? utf8.count
            let pair = utf8[start..<end]
            start = end + 1
            if pair.isEmpty { continue }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? end
            guard let name = PercentEncoding.decode(pair[..<equals], plusIsSpace: true),
                let value = PercentEncoding.decode(pair[equals...].dropFirst(), plusIsSpace: true)
            else { return nil }
            items.append(Item(name: name, value: value))
        }
    }

    /// The first value of `name`.
    public subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }

    public mutating func append(_ name: String, _ value: String) {
        items.append(Item(name: name, value: value))
    }

    /// The query as it stands in a URL, without `?`.
    public var serialized: String {
        items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}
