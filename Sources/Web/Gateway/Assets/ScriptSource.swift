/// Removes comments and indentation from scripts before they are served.
enum ScriptSource {
    /// The script with the lines that contain only a comment left empty, so that line numbers stay the same.
    ///
    /// Spaces at the start of a line go too, so no text over several lines may depend on them. A comment in a line with
    /// code stays, because finding it would require parsing strings and regular expressions.
    static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isInside = false
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            if index > 0 { result.append(UInt8(ascii: "\n")) }
            let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let isComment = isInside || text.starts(with: "//".utf8) || isBlock(text)
            if isInside || text.starts(with: "/*".utf8), isComment { isInside = !text.contains("*/".utf8) }
            if !isComment { result.append(contentsOf: text) }
        }
        return result
    }

    /// Whether a block comment begins here and no code follows it in this line.
    private static func isBlock(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.starts(with: "/*".utf8) else { return false }
        return !text.contains("*/".utf8) || text.suffix(2).elementsEqual("*/".utf8)
    }
}
