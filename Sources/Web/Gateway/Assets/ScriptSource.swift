/// A script as it is sent: without the lines that are nothing but comments, which browsers have no use for.
enum ScriptSource {
    /// Leaves such lines empty, so that what a browser complains about keeps its line number.
    ///
    /// Only whole lines are looked at: what stands in a line with code, a string or an expression stays as it is.
    static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isInside = false
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            if index > 0 { result.append(UInt8(ascii: "\n")) }
            let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let isComment = isInside || text.starts(with: "//".utf8) || isBlock(text)
            if isInside || text.starts(with: "/*".utf8), isComment { isInside = !text.contains("*/".utf8) }
            if !isComment { result.append(contentsOf: line) }
        }
        return result
    }

    /// Whether a comment begins here that has its last line, or this line, for itself.
    private static func isBlock(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.starts(with: "/*".utf8) else { return false }
        return !text.contains("*/".utf8) || text.suffix(2).elementsEqual("*/".utf8)
    }
}
