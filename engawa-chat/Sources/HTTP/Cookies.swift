import Bytes

/// The cookies of a request (RFC 6265 §5.4).
public struct Cookies: Sendable {
    /// The values of the `Cookie` fields. They are searched for each name: a request has few cookies, and two are read.
    private let fields: [String]

    public init(_ headers: HeaderFields) { fields = headers.values(of: .cookie) }

    /// The first value of `name`, as it was sent.
    public subscript(_ name: String) -> String? {
        for field in fields {
            if let value = field.withBytes({ Self.value(of: name, in: $0[...]) }) { return value }
        }
        return nil
    }

    private static func value(of name: String, in field: ByteSlice) -> String? {
        var rest = field
        while !rest.isEmpty {
            var value = rest.take(upTo: UInt8(ascii: ";")).drop { $0 == UInt8(ascii: " ") }
            let found = value.take(upTo: UInt8(ascii: "="))
            let hasSign = found.endIndex < value.endIndex
            if hasSign, found.elementsEqual(name.utf8) { return String(decoding: value, as: UTF8.self) }
        }
        return nil
    }
}
