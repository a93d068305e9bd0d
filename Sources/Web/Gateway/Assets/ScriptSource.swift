/// Removes comments, indentation and empty lines from scripts before they are served.
enum ScriptSource {
    /// The script without the lines that are empty or contain only a comment.
    ///
    /// Spaces at the start of a line go too, so no text over several lines may depend on either. A comment in a line with
    /// code stays, because finding it would require parsing strings and regular expressions.
    static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isInside = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let isComment = isInside || text.starts(with: "//".utf8) || isBlock(text)
            if isInside || text.starts(with: "/*".utf8), isComment { isInside = !text.contains("*/".utf8) }
            guard !isComment, !text.isEmpty else { continue }
            result.append(contentsOf: text)
            result.append(UInt8(ascii: "\n"))
        }
        return result
    }

    /// Whether a block comment begins here and no code follows it in this line.
    private static func isBlock(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.starts(with: "/*".utf8) else { return false }
        return !text.contains("*/".utf8) || text.suffix(2).elementsEqual("*/".utf8)
    }
}
