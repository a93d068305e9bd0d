import Bytes
import HTML

/// Text with mentions highlighted.
struct Words: PrimitiveView {
    let text: String
    let mentions: RichText.Mentions

    init(_ text: String, _ mentions: RichText.Mentions) {
        self.text = text
        self.mentions = mentions
    }

    func write(to writer: inout HTMLWriter) {
        guard mentions.mayOccur(in: text) else { return Text(text).write(to: &writer) }
        forEachPart { part, alias in
            if let alias, let name = mentions.names[alias] {
                span(.class(alias == mentions.own ? "mention own" : "mention")) { "@\(name)" }.write(to: &writer)
            } else {
                Text(String(part)).write(to: &writer)
            }
        }
    }

    /// The text with the names of those who are mentioned.
    var named: String {
        guard mentions.mayOccur(in: text) else { return text }
        var result = ""
        forEachPart { part, alias in
            if let name = alias.flatMap({ mentions.names[$0] }) { result += "@\(name)" } else { result += part }
        }
        return result
    }

    /// Calls `body` with each part of the text, in order, and with the alias if the part is a mention.
    private func forEachPart(_ body: (Substring, String?) -> Void) {
        let utf8 = text.utf8
        var written = utf8.startIndex
        var index = written
        var before: UInt8?
        while index < utf8.endIndex {
            if utf8[index] == UInt8(ascii: "@"),
                before.map({ !Self.isPartOfName($0) && $0 != UInt8(ascii: "@") }) ?? true,
                let (alias, end) = mention(after: utf8.index(after: index))
            {
                body(text[written..<index], nil)
                body(text[index..<end], alias)
                written = end
                before = utf8[utf8.index(before: end)]
                index = end
            } else {
                before = utf8[index]
                index = utf8.index(after: index)
            }
        }
        body(text[written...], nil)
    }

    /// The longest alias that begins at `start` and is not a part of a longer word.
    private func mention(after start: String.Index) -> (alias: String, end: String.Index)? {
        let name = text.utf8[start...].prefix(Self.longestName).prefix { Self.isPartOfName($0) }
        var end = name.endIndex
        while end > start {
            let alias = text[start..<end].lowercased()
            let isWhole = end == text.utf8.endIndex || !text.utf8[end].isASCIIAlphanumeric
            if isWhole, mentions.names[alias] != nil { return (alias, end) }
            end = text.utf8.index(before: end)
        }
        return nil
    }

    /// In bytes: twice the maximum length of an alias.
    private static let longestName = 60

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "._-".utf8.contains(byte)
    }
}

extension RichText.Mentions {
    fileprivate func mayOccur(in text: String) -> Bool { !names.isEmpty && text.hasByte(UInt8(ascii: "@")) }
}

/// Text without Markdown; blank lines separate paragraphs.
struct PlainParagraphs: PrimitiveView {
    let text: String
    /// Whether there is more than one line.
    let hasLines: Bool
    let mentions: RichText.Mentions

    func write(to writer: inout HTMLWriter) {
        if !hasLines {
            if text.utf8.contains(where: { !Self.isSpace($0) }) {
                writer.write(Tags.P.self) { Words(text, mentions).write(to: &$0) }
            }
            return
        }
        var lines: [Substring] = []
        // By bytes, as finding grapheme clusters would take most of the time.
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.allSatisfy(Self.isSpace) {
                write(&lines, to: &writer)
            } else {
                lines.append(Substring(line))
            }
        }
        write(&lines, to: &writer)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private func write(_ lines: inout [Substring], to writer: inout HTMLWriter) {
        guard !lines.isEmpty else { return }
        p {
            for (index, line) in lines.enumerated() {
                if index > 0 { br() }
                Words(String(line), mentions)
            }
        }.write(to: &writer)
        lines.removeAll()
    }
}
