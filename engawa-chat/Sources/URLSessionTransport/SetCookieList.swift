import Bytes

/// The values of several `Set-Cookie` fields that `URLSession` has joined with commas.
///
/// A comma separates two values where a name and `=` follow it; the comma of `Expires=Wed, 21 Oct 2026 …` is followed by
/// a day and a space.
struct SetCookieList {
    private(set) var values: [String] = []

    init(_ joined: String) {
        let bytes = Array(joined.utf8)
        var start = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: ",") && Self.startsCookie(bytes[(index + 1)...]) {
            append(bytes[start..<index])
            start = index + 1
        }
        append(bytes[start...])
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        let value = bytes.drop { $0 == UInt8(ascii: " ") }
        if !value.isEmpty { values.append(String(decoding: value, as: UTF8.self)) }
    }

    private static func startsCookie(_ bytes: ArraySlice<UInt8>) -> Bool {
        let name = bytes.drop { $0 == UInt8(ascii: " ") }
        guard let end = name.firstIndex(where: { Self.ends.contains($0) }), end > name.startIndex else { return false }
        return name[end] == UInt8(ascii: "=")
    }

    /// What can't be in a name.
    private static let ends = Array("=;, \"".utf8)
}
