// Text of others is compared by bytes and taken apart by scalars. By Characters a combining mark hides the sign before it,
// `\r\n` is one sign, and two spellings of a letter are equal.
extension String {
    /// Whether both are the same bytes.
    func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// With a line feed in the place of each carriage return, and of each pair of both.
    var withLineFeeds: String {
        guard utf8.contains(UInt8(ascii: "\r")) else { return self }
        var lines = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in unicodeScalars {
            if scalar != "\n" || !wasReturn { lines.append(scalar == "\r" ? "\n" : scalar) }
            wasReturn = scalar == "\r"
        }
        return String(lines)
    }

    /// With the capital letters of ASCII in lower case, and nothing else: `lowercased()` makes `k` of U+212A KELVIN SIGN.
    var withASCIIInLowerCase: String {
        String(
            decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
