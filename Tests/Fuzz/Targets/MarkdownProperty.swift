import HTML
import RenderedText
import RichText

/// A message's HTML is well-formed, has safe elements and attributes only, and all words of the text; its excerpt is one
/// short line.
enum MarkdownProperty {
    private static let excerptCharacters = 40

    static func check(_ input: [UInt8]) throws(Violation) {
        let text = String(decoding: input, as: UTF8.self)
        let html = String(
            decoding: RichText(text, mentions: .init(names: ["alice": "alice", "bob": "bob"], own: "bob")).bytes,
            as: UTF8.self)
        if let fault = RenderedText.fault(of: html, renderedFrom: text) {
            throw Violation(description: "\(fault) in \(html.debugDescription)")
        }
        let excerpt = RichText.excerpt(of: text, limit: excerptCharacters)
        try require(
            excerpt.count <= excerptCharacters + 1 && !excerpt.contains(where: \.isNewline),
            "not an excerpt: \(excerpt.debugDescription)")
        try require(!RichText.isSingleEmoji(text) || RichText.isEmojiOnly(text), "one emoji that is none")
    }
}
