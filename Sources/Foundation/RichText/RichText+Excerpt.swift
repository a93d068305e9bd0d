extension RichText {
    /// The first words of a text without Markdown's signs, in one line.
    /// - Parameter limit: the most characters; what is longer ends with `…`.
    public static func excerpt(of text: String, limit: Int) -> String {
        // A character may be of any length: scalars are counted, too.
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
        // Characters are counted last: that takes longest. Where all is ASCII, and no line end is left, each byte is one.
        if line.utf8.count > limit, isASCII(line) {
            return String(line.utf8.prefix(limit)).map { $0 + "…" } ?? line
        }
        guard line.utf8.count > limit, line.unicodeScalars.count > limit,
            let end = line.index(line.startIndex, offsetBy: limit, limitedBy: line.endIndex), end < line.endIndex
        else { return isCut ? line + "…" : line }
        return String(line[..<end]) + "…"
    }

    private static func isASCII(_ text: String) -> Bool {
        // All bytes together, so that many are looked at at once.
        text.utf8.withContiguousStorageIfAvailable { $0.reduce(0) { $0 | $1 } < 0x80 } ?? false
    }

    /// White space, however much of it, is one space.
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
    /// Whether there is no white space but single spaces between words. It may say no where there is none.
    private static func isOneLine(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let space = UInt8(ascii: " ")
            var before = space
            for index in 0..<bytes.count {
                let byte = bytes[index]
                if byte <= space {
                    guard byte == space, before != space else { return false }
                } else if byte >= 0xC2 {
                    // All white space beyond ASCII begins with one of these (Unicode 16, White_Space).
                    let isIdeographicSpace = byte == 0xE3 && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x80
                    guard byte != 0xC2, byte != 0xE1, byte != 0xE2, !isIdeographicSpace else { return false }
                }
                before = byte
            }
            return before != space || bytes.isEmpty
        }
    }
}

/// The words of a document without any markup.
struct PlainWords {
    private(set) var text = ""
    private let source: MarkdownSource?

    init(_ node: Node, _ source: MarkdownSource? = nil) {
        self.source = source
        append(childrenOf: node)
    }

    /// Whether there is nothing to be seen.
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
