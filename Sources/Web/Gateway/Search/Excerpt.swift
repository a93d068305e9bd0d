import Chat
import HTML
import RichText

/// The part of a text around the first match of a search, with all matches marked.
struct Excerpt: View, Equatable {
    enum Piece: Equatable {
        case plain(String)
        case marked(String)
    }

    /// The length of the excerpt, in characters.
    static let characters = 120
    /// The length of the text before the first match, in characters, if the text goes on long enough behind it.
    static let charactersBefore = 30

    let pieces: [Piece]

    /// Of a message's text, with the names of those who are mentioned; as typed if it was found by an alias.
    init(of text: String, _ query: SearchQuery?, mentions: RichText.Mentions) {
        let named = RichText.naming(mentions, in: text)
        let isFoundByAlias =
            named != text && query.map { $0.matches(in: named).count < $0.matches(in: text).count } ?? false
        self.init(of: isFoundByAlias ? text : named, query)
    }

    /// - Parameter query: `nil` for the beginning of the text, with nothing marked.
    init(of text: String, _ query: SearchQuery?) {
        let matches = query?.matches(in: text) ?? []
        let range = Self.window(of: text, around: matches.first)
        var pieces: [Piece] = []
        var end = range.lowerBound
        for match in matches.map({ $0.clamped(to: range) }) where !match.isEmpty {
            if end < match.lowerBound { pieces.append(.plain(String(text[end..<match.lowerBound]))) }
            pieces.append(.marked(String(text[match])))
            end = match.upperBound
        }
        if end < range.upperBound { pieces.append(.plain(String(text[end..<range.upperBound]))) }
        if range.lowerBound > text.startIndex { pieces.insert(.plain("…"), at: 0) }
        if range.upperBound < text.endIndex { pieces.append(.plain("…")) }
        self.pieces = pieces
    }

    private static func window(of text: String, around match: Range<String.Index>?) -> Range<String.Index> {
        var start = text.startIndex
        if let match {
            start = text.index(match.lowerBound, offsetBy: -charactersBefore, limitedBy: start) ?? start
        }
        guard let end = text.index(start, offsetBy: characters, limitedBy: text.endIndex) else {
            // The text ends soon, so the excerpt starts earlier.
            let earlier = text.index(text.endIndex, offsetBy: -characters, limitedBy: text.startIndex)
            return (earlier ?? text.startIndex)..<text.endIndex
        }
        return start..<end
    }

    var body: some View {
        for piece in pieces {
            switch piece {
            case .plain(let text): Text(text)
            case .marked(let text): mark { text }
            }
        }
    }
}
