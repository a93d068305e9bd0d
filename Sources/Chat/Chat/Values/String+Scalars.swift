// Untrusted text is compared by its UTF-8 bytes and split by Unicode scalars, not by grapheme clusters (`Character`):
// a combining mark merges with a separator and hides it, `\r\n` is one Character, and String equality is canonical
// equivalence.
extension String {
    /// Whether both strings have the same UTF-8 bytes.
    func isUTF8Equal(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The string with each CR LF pair and each single CR replaced by a line feed.
    var normalizingLineEnds: String {
        guard utf8.contains(UInt8(ascii: "\r")) else { return self }
        var lines = String.UnicodeScalarView()
        var followsReturn = false
        for scalar in unicodeScalars {
            if scalar != "\n" || !followsReturn { lines.append(scalar == "\r" ? "\n" : scalar) }
            followsReturn = scalar == "\r"
        }
        return String(lines)
    }

    /// The string with ASCII capital letters in lower case and everything else unchanged. `lowercased()` would map
    /// U+212A KELVIN SIGN to the letter `k`.
    var asciiLowercased: String {
        guard utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            return String(self)
        }
        return String(
            decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
