// Text of others is compared by bytes and taken apart by scalars. By Characters a combining mark hides the sign before it,
// `\r\n` is one sign, and two spellings of a letter are equal.
extension StringProtocol {
    /// Whether both are the same bytes.
    public func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether its bytes begin with those of `start`.
    public func hasBytes(startingWith start: some StringProtocol) -> Bool { utf8.starts(with: start.utf8) }

    /// Whether its bytes end with those of `end`.
    public func hasBytes(endingWith end: some StringProtocol) -> Bool {
        utf8.reversed().starts(with: end.utf8.reversed())
    }

    /// With the capital letters of ASCII in lower case, and nothing else: `lowercased()` makes `k` of U+212A KELVIN SIGN.
    public var withASCIIInLowerCase: String {
        String(
            decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// The first scalars, `count` at most: a Character may be of any length.
    public func prefix(scalars count: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }

    /// Without the white space in it.
    public var withoutWhiteSpace: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.isWhitespace }))
    }

    /// Without the spaces and tabs around it (RFC 9110 §5.6.3, OWS).
    public var withoutBlanksAround: String {
        let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
        let start = unicodeScalars.drop(while: isBlank)
        guard let end = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(String.UnicodeScalarView(start[...end]))
    }
}
