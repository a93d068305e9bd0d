/// Text prepared for cmark, so that it finds only the syntax that chat messages support.
///
/// Control characters, which `TextSurvey` has removed from the input, are inserted to break up unsupported syntax. They
/// are removed again from cmark's output.
struct MarkdownSource {
    /// White space to cmark's inline parser and text to its block parser: hides the start of a block.
    static let gap: UInt8 = 0x0C
    /// A letter to cmark: separates two signs that would form syntax together.
    static let joint: UInt8 = 0x01
    /// Follows an inserted space that ends a URL.
    static let afterSpace: UInt8 = 0x02
    /// Precedes an inserted space before a URL.
    static let beforeSpace: UInt8 = 0x03

    private(set) var bytes: [UInt8] = []
    /// The start index of each line.
    private var lineStarts: [Int] = []
    private var fence: Fence?
    private var isInList = false
    private var wasQuoted = false
    private var wasBlank = true

    /// The fence of an open code block.
    struct Fence {
        let sign: UInt8
        let length: Int
        let isQuoted: Bool
    }

    /// - Parameter text: UTF-8 whose only control characters are tabs and line feeds.
    init(_ text: [UInt8]) {
        bytes.reserveCapacity(text.count + text.count / 8)
        // cmark drops a byte order mark at the start of a text.
        if text.starts(with: "\u{FEFF}".utf8) { bytes.append(Self.joint) }
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            append(Line(text, start..<end))
            start = end + 1
        }
    }

    /// The list marker at a position of cmark, which counts from 1.
    func listMarker(line: Int, column: Int) -> ListMarker? {
        guard lineStarts.indices.contains(line - 1), column > 0 else { return nil }
        return ListMarker(bytes, at: lineStarts[line - 1] + column - 1)
    }

    /// A range of whole lines of the prepared text.
    func lines(_ first: Int, _ last: Int) -> ArraySlice<UInt8> {
        guard first >= 1, first <= last, lineStarts.indices.contains(first - 1) else { return [] }
        let end = lineStarts.indices.contains(last) ? lineStarts[last] : bytes.count
        return bytes[lineStarts[first - 1]..<end]
    }

    private mutating func append(_ line: Line) {
        defer { (wasQuoted, wasBlank) = (line.isQuoted, line.isBlank) }
        if line.isBlank { return endLine(startingAt: startLine()) }
        if let open = fence, open.isQuoted, !line.isQuoted { fence = nil }
        if let open = fence {
            if line.closes(open) { fence = nil }
            return appendContent(of: line)
        }
        separate(line)
        let opensItem = line.marker.map { wasBlank || isInList || $0.number ?? 1 == 1 } ?? false
        let isBlock = line.isQuoted || opensItem || line.isHeading || line.fence != nil
        if !isInList, line.indent > (isBlock ? Self.maximumBlockIndent : 0) { return appendIndented(line) }
        isInList = opensItem || isInList && line.indent >= Self.minimumItemIndent
        fence = line.fence
        appendContent(of: line)
    }

    /// Blocks may be indented by up to three spaces (GFM §4.4).
    private static let maximumBlockIndent = 3
    /// The content of a list item is indented by at least two spaces (GFM §5.2).
    private static let minimumItemIndent = 2

    /// Starts a paragraph at a line that follows a quote or list item without its marker (no lazy continuation).
    private mutating func separate(_ line: Line) {
        let leavesList = isInList && line.indent < Self.minimumItemIndent && line.marker == nil
        guard !wasBlank, wasQuoted && !line.isQuoted || leavesList else { return }
        isInList = false
        wasBlank = true
        endLine(startingAt: startLine())
    }

    /// Keeps spaces at the start of a line as text, unless they belong to a list.
    private mutating func appendIndented(_ line: Line) {
        let start = startLine()
        bytes.append(Self.gap)
        appendInline(line.text, line.range)
        endLine(startingAt: start)
    }

    /// Appends the line, and hides what would start a thematic break, a setext heading, an HTML block or a
    /// list whose numbers would lose their leading zeros.
    private mutating func appendContent(of line: Line) {
        let start = startLine()
        let hidden = line.signsOnly ?? line.content
        bytes.append(contentsOf: line.text[line.range.lowerBound..<hidden])
        if line.signsOnly != nil || line.startsWithAngle || line.startsWithPaddedNumber { bytes.append(Self.gap) }
        appendInline(line.text, hidden..<line.range.upperBound)
        endLine(startingAt: start)
    }

    private func startLine() -> Int { bytes.count }

    private mutating func endLine(startingAt start: Int) {
        lineStarts.append(start)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// For `MarkdownSource+Inline.swift`.
    mutating func append(_ added: UInt8) { bytes.append(added) }
}
