/// The cookies of a request (RFC 6265 §5.4).
public struct Cookies: Sendable {
    /// The values of the `Cookie` fields. They are looked through for each name that is asked for: two are, of few.
    private let fields: [String]

    public init(_ headers: HeaderFields) { fields = headers.values(of: .cookie) }

    /// The first value of `name`, as it was sent.
    public subscript(_ name: String) -> String? {
        for field in fields {
            var (field, name) = (field, name)
            let value = field.withUTF8 { field in name.withUTF8 { Self.value(of: $0, in: field) } }
            if let value { return value }
        }
        return nil
    }

    /// By bytes: finding where characters end takes ten times as long, and all the signs are of ASCII.
    private static func value(of name: UnsafeBufferPointer<UInt8>, in field: UnsafeBufferPointer<UInt8>) -> String? {
        var start = 0
        while start < field.count {
            while start < field.count, field[start] == UInt8(ascii: " ") { start += 1 }
            let end = field[start...].firstIndex(of: UInt8(ascii: ";")) ?? field.count
            let sign = start + name.count
            if sign < end, field[sign] == UInt8(ascii: "="), field[start..<sign].elementsEqual(name) {
                return String(decoding: field[(sign + 1)..<end], as: UTF8.self)
            }
            start = end + 1
        }
        return nil
    }
}
