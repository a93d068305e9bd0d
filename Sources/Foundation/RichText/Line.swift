import Bytes

/// A line of text and the Markdown syntax that may start it.
struct Line {
    let text: [UInt8]
    let range: Range<Int>
    /// The width of the leading white space in columns; a tab advances to the next multiple of four (GFM §2.2).
    private(set) var indent = 0
    /// The index of the first byte that is not white space.
    let first: Int
    /// The index of the content behind quote and list markers.
    let content: Int
    let isQuoted: Bool
    let marker: ListMarker?
    /// If the line consists of signs only: the index of the first sign that is not `>`, behind quote and list markers.
    let signsOnly: Int?

    init(_ text: [UInt8], _ range: Range<Int>) {
        self.text = text
        self.range = range
        var first = range.lowerBound
        while first < range.upperBound, " \t".utf8.contains(text[first]) {
            indent += text[first] == UInt8(ascii: "\t") ? 4 - indent % 4 : 1
            first += 1
        }
        self.first = first
        isQuoted = first < range.upperBound && text[first] == UInt8(ascii: ">")
        let unquoted = Self.skip(" \t>", text, first..<range.upperBound)
        if Self.isSigns(text, unquoted..<range.upperBound) {
            signsOnly = unquoted
            content = unquoted
            marker = nil
        } else {
            marker = isQuoted || first == range.upperBound ? nil : ListMarker(text, at: first)
            content = Self.content(text, unquoted..<range.upperBound)
            signsOnly = Self.isSigns(text, content..<range.upperBound) ? content : nil
        }
    }

    var isBlank: Bool { first == range.upperBound }

    /// Whether cmark may read the content as the start of an HTML block (GFM §4.6).
    var startsWithAngle: Bool { content < range.upperBound && text[content] == UInt8(ascii: "<") }

    /// Whether cmark may read the content as a list item although it is no `ListMarker`.
    var startsWithPaddedNumber: Bool {
        content + 1 < range.upperBound && text[content] == UInt8(ascii: "0") && text[content + 1].decimalValue != nil
    }

    var isHeading: Bool { !isBlank && text[first] == UInt8(ascii: "#") && signsOnly == nil }

    /// The fence of a code block that starts here (GFM §4.5).
    var fence: MarkdownSource.Fence? {
        guard content < range.upperBound, "`~".utf8.contains(text[content]) else { return nil }
        let sign = text[content]
        let end = text[content..<range.upperBound].firstIndex { $0 != sign } ?? range.upperBound
        guard end - content >= 3 else { return nil }
        if sign == UInt8(ascii: "`"), text[end..<range.upperBound].contains(sign) { return nil }
        return .init(sign: sign, length: end - content, isQuoted: isQuoted)
    }

    func closes(_ open: MarkdownSource.Fence) -> Bool {
        let start = Self.skip(" \t>", text, first..<range.upperBound)
        let end = text[start..<range.upperBound].firstIndex { $0 != open.sign } ?? range.upperBound
        return end - start >= open.length && Self.skip(" \t", text, end..<range.upperBound) == range.upperBound
    }

    private static func content(_ text: [UInt8], _ range: Range<Int>) -> Int {
        var start = range.lowerBound
        while start < range.upperBound, let marker = ListMarker(text, at: start) {
            start = skip(" \t>", text, min(start + marker.length, range.upperBound)..<range.upperBound)
        }
        return start
    }

    private static func skip(_ bytes: String, _ text: [UInt8], _ range: Range<Int>) -> Int {
        text[range].firstIndex { !bytes.utf8.contains($0) } ?? range.upperBound
    }

    private static func isSigns(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        !range.isEmpty && text[range].allSatisfy { "-=*_+# \t".utf8.contains($0) }
    }
}
