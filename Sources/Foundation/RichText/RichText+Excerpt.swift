import Bytes

extension RichText {
    /// An excerpt with the names of those who are mentioned, which may make it longer.
    public static func excerpt(of text: String, limit: Int, mentions: () -> Mentions) -> String {
        let excerpt = excerpt(of: text, limit: limit)
        return excerpt.hasByte(UInt8(ascii: "@")) ? Words(excerpt, mentions()).named : excerpt
    }

    /// The text as it was typed, with the names of those who are mentioned.
    public static func naming(_ mentions: Mentions, in text: String) -> String { Words(text, mentions).named }

    /// The beginning of a text in one line, without Markdown syntax.
    /// - Parameter limit: the maximum number of characters; longer text ends with `…`.
    public static func excerpt(of text: String, limit: Int) -> String {
        // One character may have any number of scalars, so scalars are limited, too.
        let scalars = text.unicodeScalars
        let isCut =
            text.utf8.count > limit * excerptFactor
            && scalars.index(scalars.startIndex, offsetBy: limit * excerptFactor, limitedBy: scalars.endIndex)
                .map { $0 < scalars.endIndex } ?? false
        let beginning = isCut ? String(scalars.prefix(limit * excerptFactor)) : text
        let survey = TextSurvey(beginning)
        let typed = survey.normalized ?? beginning
        let words =
            survey.isWorthParsing
            ? MarkdownSource(Array(typed.utf8)).withDocument { document, source in
                document.depth(isAtMost: maximumDepth) ? PlainWords(document, source).text : nil
            } : nil
        let line = inOneLine(words ?? typed)
        // Counting characters is slow. In ASCII without line ends, each byte is a character.
        if line.utf8.count > limit, isASCII(line) {
            return String(line.utf8.prefix(limit)).map { $0 + "…" } ?? line
        }
        guard line.utf8.count > limit, line.unicodeScalars.count > limit,
            let end = line.index(line.startIndex, offsetBy: limit, limitedBy: line.endIndex), end < line.endIndex
        else { return isCut ? line + "…" : line }
        return String(line[..<end]) + "…"
    }

    private static func isASCII(_ text: String) -> Bool {
        // Without an early exit, so that the loop is vectorised.
        text.withBytes { $0.reduce(0) { $0 | $1 } < 0x80 }
    }

    /// Replaces each run of white space by one space.
    private static func inOneLine(_ text: String) -> String {
        if isOneLine(text) { return text }
        var line = ""
        var needsSpace = false
        for scalar in text.unicodeScalars {
            if scalar.isASCII ? scalar.value <= 0x20 : scalar.properties.isWhitespace {
                needsSpace = !line.isEmpty
            } else {
                if needsSpace { line.append(" ") }
                line.unicodeScalars.append(scalar)
                needsSpace = false
            }
        }
        return line
    }
}

extension RichText {
    /// Whether the only white space is single spaces between words. May be false for a text that qualifies.
    private static func isOneLine(_ text: String) -> Bool {
        text.withBytes { bytes in
            let space = UInt8(ascii: " ")
            var before = space
            for index in 0..<bytes.count {
                let byte = bytes[index]
                if byte <= space {
                    guard byte == space, before != space else { return false }
                } else if byte >= 0xC2 {
                    // The first bytes of all white space beyond ASCII (Unicode 16, White_Space).
                    let isIdeographicSpace = byte == 0xE3 && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x80
                    guard byte != 0xC2, byte != 0xE1, byte != 0xE2, !isIdeographicSpace else { return false }
                }
                before = byte
            }
            return before != space || bytes.isEmpty
        }
    }
}

/// The text of a document without markup.
struct PlainWords {
    private(set) var text = ""
    private let source: MarkdownSource?

    init(_ node: Node, _ source: MarkdownSource? = nil) {
        self.source = source
        append(childrenOf: node)
    }

    /// Whether no visible text is left.
    var isEmpty: Bool {
        !text.unicodeScalars.contains { !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint }
    }

    private mutating func append(childrenOf node: Node) {
        for child in node.children { append(child) }
    }

    private mutating func append(_ node: Node) {
        switch node.kind {
        case .text, .inlineCode, .inlineHTML: text += node.literal
        case .lineBreak: text += "\n"
        case .code, .html:
            let info = node.fenceInfo ?? ""
            text += node.literal.isEmpty && info.isEmpty ? "```\n" : "\(info)\n\(node.literal)\n"
        case .item:
            let marker = source?.listMarker(line: node.lines.lowerBound, column: node.column)
            if let marker, marker.sign != UInt8(ascii: "*") {
                text += "\(marker.number.map(String.init) ?? "")\(Character(Unicode.Scalar(marker.sign))) "
            }
            append(childrenOf: node)
        default:
            append(childrenOf: node)
            if [.paragraph, .heading].contains(node.kind) { text += "\n" }
        }
    }
}
