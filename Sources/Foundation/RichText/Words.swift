import Bytes
public import HTML

/// Text with mentions highlighted, and pictures for the emoji of a place.
struct Words: PrimitiveView {
    let text: String
    let mentions: RichText.Mentions

    init(_ text: String, _ mentions: RichText.Mentions) {
        self.text = text
        self.mentions = mentions
    }

    func write(to writer: inout HTMLWriter) {
        guard mentions.mayOccur(in: text) else { return Text(text).write(to: &writer) }
        forEachPart { part, sign in
            if case .mention(let alias)? = sign, let name = mentions.names[alias] {
                span(.class(alias == mentions.own ? "mention own" : "mention")) { "@\(name)" }.write(to: &writer)
            } else if case .emoji(let name)? = sign, let url = mentions.emoji[name] {
                EmojiPicture(name: name, url: url).write(to: &writer)
            } else {
                Text(String(part)).write(to: &writer)
            }
        }
    }

    /// The text with the names of those who are mentioned.
    var named: String {
        guard mentions.mayOccur(in: text) else { return text }
        var result = ""
        forEachPart { part, sign in
            if case .mention(let alias)? = sign, let name = mentions.names[alias] {
                result += "@\(name)"
            } else {
                result += part
            }
        }
        return result
    }

    /// What a part of a text stands for.
    private enum Sign {
        /// The alias of a person.
        case mention(String)
        /// The name of an emoji of the place.
        case emoji(String)
    }

    /// Calls `body` with each part of the text, in order, and with what it stands for.
    private func forEachPart(_ body: (Substring, Sign?) -> Void) {
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
                body(text[index..<end], .mention(alias))
                written = end
                before = utf8[utf8.index(before: end)]
                index = end
            } else if utf8[index] == UInt8(ascii: ":"), let (name, end) = emoji(after: utf8.index(after: index)) {
                body(text[written..<index], nil)
                body(text[index..<end], .emoji(name))
                written = end
                before = UInt8(ascii: ":")
                index = end
            } else {
                before = utf8[index]
                index = utf8.index(after: index)
            }
        }
        body(text[written...], nil)
    }

    /// The name that begins at `start`, and where the colon after it ends.
    private func emoji(after start: String.Index) -> (name: String, end: String.Index)? {
        guard !mentions.emoji.isEmpty else { return nil }
        let utf8 = text.utf8
        let rest = utf8[start...].prefix(Self.longestEmoji + 1)
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(text[start..<colon])
        return mentions.emoji[name] == nil ? nil : (name, utf8.index(after: colon))
    }

    /// Whether a text has one of some emoji.
    static func hasEmoji(_ text: String, _ emoji: [String: SafeURL]) -> Bool {
        guard !emoji.isEmpty, text.hasByte(UInt8(ascii: ":")) else { return false }
        var words = RichText.Mentions.none
        words.emoji = emoji
        var isThere = false
        Words(text, words).forEachPart { _, sign in if sign != nil { isThere = true } }
        return isThere
    }

    /// In bytes.
    private static let longestEmoji = 32

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
    fileprivate func mayOccur(in text: String) -> Bool {
        (!names.isEmpty && text.hasByte(UInt8(ascii: "@"))) || (!emoji.isEmpty && text.hasByte(UInt8(ascii: ":")))
    }
}

/// The picture of an emoji of a place.
public struct EmojiPicture: View {
    let name: String
    let url: SafeURL

    public init(name: String, url: SafeURL) {
        self.name = name
        self.url = url
    }

    public var body: some View {
        img(
            .src(url), .class("place-emoji"), .alt(":\(name):"), .title(":\(name):"), .width(Self.side),
            .height(Self.side), .loading("lazy"))
    }

    /// In CSS pixels; style sheets override it.
    private static let side = 24
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
