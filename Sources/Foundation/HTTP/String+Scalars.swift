// Untrusted text is compared by its UTF-8 bytes and split by Unicode scalars, not by grapheme clusters (`Character`):
// a combining mark merges with a separator and hides it, `\r\n` is one Character, and String equality is canonical
// equivalence.
extension StringProtocol {
    /// Whether both strings have the same UTF-8 bytes.
    public func isUTF8Equal(to other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether the UTF-8 bytes begin with those of `prefix`.
    public func hasUTF8Prefix(_ prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }

    /// Whether the UTF-8 bytes end with those of `suffix`.
    public func hasUTF8Suffix(_ suffix: some StringProtocol) -> Bool {
        utf8.reversed().starts(with: suffix.utf8.reversed())
    }

    /// The string with ASCII capital letters in lower case and everything else unchanged. `lowercased()` would map
    /// U+212A KELVIN SIGN to the letter `k`.
    public var asciiLowercased: String {
        guard utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            return String(self)
        }
        return String(
            decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// At most the first `count` Unicode scalars. A Character has no maximum length, so it can't serve as a limit.
    public func prefix(scalars count: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }

    /// The string without white-space scalars (Unicode property White_Space).
    public var removingWhitespace: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.isWhitespace }))
    }

    /// The string without leading and trailing spaces and tabs (RFC 9110 §5.6.3, OWS).
    public var trimmingSpacesAndTabs: String {
        let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
        let start = unicodeScalars.drop(while: isBlank)
        guard let end = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(String.UnicodeScalarView(start[...end]))
    }
}
