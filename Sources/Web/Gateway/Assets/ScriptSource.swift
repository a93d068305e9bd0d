/// Makes scripts smaller before they are served. It does not parse them: what it can't be sure of stays as it is.
enum ScriptSource {
    /// Beside these, a space means nothing in code. `+` and `-` are not among them: `a + +b` is not `a ++b`.
    private static let isPunctuation = table("{}()[],;:=<>?&|!*%")
    /// One of these may begin a string in single quotes, a template, a regular expression or a comment, or escape a
    /// double quote.
    private static let isUnsure = table("`'/\\")

    /// For each byte, whether it is in `ascii`.
    private static func table(_ ascii: String) -> [Bool] {
        let bytes = Set(ascii.utf8)
        return (UInt8.min...UInt8.max).map(bytes.contains)
    }

    /// The script without the lines that are empty or contain only a comment, and without spaces that mean nothing.
    ///
    /// Spaces at the start of a line go too, so no template over several lines may depend on any of these. A comment in a line
    /// with code stays, because finding it would require parsing strings and regular expressions.
    static func compact(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isInside = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let isComment = isInside || text.starts(with: "//".utf8) || isBlock(text)
            if isInside || text.starts(with: "/*".utf8), isComment { isInside = !text.contains("*/".utf8) }
            guard !isComment, !text.isEmpty else { continue }
            append(text, to: &result)
            result.append(UInt8(ascii: "\n"))
        }
        return result
    }

    /// Appends a line of code without the spaces that stand beside punctuation and outside of strings in double quotes.
    /// From the first of `isUnsure` on, the line stays as it is.
    private static func append(_ line: ArraySlice<UInt8>, to result: inout [UInt8]) {
        var isString = false
        var followsPunctuation = false
        for (index, byte) in zip(line.indices, line) {
            guard !isUnsure[Int(byte)] else {
                result.append(contentsOf: line[index...])
                return
            }
            if byte == UInt8(ascii: "\"") { isString.toggle() }
            let next = index + 1 < line.endIndex ? Int(line[index + 1]) : nil
            let isBeside = followsPunctuation || next.map { isPunctuation[$0] } == true
            if byte == UInt8(ascii: " "), !isString, isBeside { continue }
            result.append(byte)
            followsPunctuation = isPunctuation[Int(byte)]
        }
    }

    /// Whether a block comment begins here and no code follows it in this line.
    private static func isBlock(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.starts(with: "/*".utf8) else { return false }
        return !text.contains("*/".utf8) || text.suffix(2).elementsEqual("*/".utf8)
    }
}
