import Bytes
public import HTML

/// A chat message in Markdown, rendered as HTML without losing any text.
///
/// cmark-gfm parses the text (extensions: strikethrough with two tildes, autolink); this module writes the HTML. Every
/// typed word is shown. Syntax that Markdown would drop or that would surprise the writer stays text:
///
/// | typed | shown |
/// |---|---|
/// | raw HTML, entities such as `&amp;` | as typed |
/// | one line feed (or any of Unicode's newlines) | a line break; a blank line separates paragraphs |
/// | `# Title` | a bold paragraph; `#tag` and a bare `#` are text |
/// | a line of nothing but `-`, `=`, `*`, `_`, `+`, `#` | text: neither a thematic break nor a setext heading |
/// | four spaces at the start of a line | text with its spaces; code needs back ticks |
/// | `- a`, `+ a`, `* a` | a list that keeps the sign (`–`, `+`, `•`), since `- 5` may be a number |
/// | `3. a` then `7) b` | lists that keep each number and its sign |
/// | a line right after a quote or a list item | a new paragraph, not a part of the quote or item |
/// | `[a]: https://…` and `[a][b]` | text: references are not supported |
/// | `![alt](https://…)` | a link, with the alternative text |
/// | `[x](https://… "title")` | a link with a `title` |
/// | `[x](javascript:…)`, `[x](/path)`, `[x]()` | as typed: only `http`, `https` and `mailto` become links |
/// | `\*` and the like | the sign; before anything but `* ~ [ ] < > #` and back ticks a backslash is text, `¯\_(ツ)_/¯` |
/// | `~~a~~` | struck through; `10~12` is text |
/// | `https://…`, `www.…`, `a@b.example` | a link, which ends before Japanese punctuation; other bare domains are text |
/// | a word after three back ticks | the code's caption |
///
/// A text that exceeds the limits in `RichText+Limits.swift` is shown as plain text.
public struct RichText: PrimitiveView, Sendable {
    /// The people who can be mentioned.
    public struct Mentions: Sendable, Equatable {
        public static let none = Self(names: [:], own: nil)

        /// The name that is shown instead of each alias.
        let names: [String: String]
        let own: String?
        /// The pictures of emoji by their names, which are written between colons.
        var emoji: [String: SafeURL] = [:]

        /// - Parameters:
        ///   - names: the names of those who can be mentioned with `@`, by their aliases in lower case.
        ///   - own: the alias of the viewer, which is highlighted differently.
        public init(names: [String: String], own: String?) {
            self.names = names
            self.own = own
        }
    }

    let text: String
    let mentions: Mentions

    public init(_ text: String, mentions: Mentions = .none) {
        self.text = text
        self.mentions = mentions
    }

    public func write(to writer: inout HTMLWriter) { Self.write(text, to: &writer, mentions: { mentions }) }

    /// Writes `text`. `mentions` is called only if the text may contain a mention or Markdown.
    public static func write(_ text: String, to writer: inout HTMLWriter, mentions: () -> Mentions) {
        guard let survey = survey(text, writingLineTo: &writer) else { return }
        let text = survey.normalized ?? text
        let isWritten =
            survey.isWorthParsing
            && MarkdownSource(Array(text.utf8)).withDocument { document, source in
                guard document.depth(isAtMost: maximumDepth) else { return false }
                Blocks(document, Rendering(source: source, mentions: mentions())).write(to: &writer)
                return true
            }
        if !isWritten {
            PlainParagraphs(
                text: text, hasLines: survey.hasLines, mentions: survey.hasAts ? mentions() : .none
            ).write(to: &writer)
        }
    }

    /// The same with pictures for the emoji of a place.
    /// - Parameter emoji: their addresses by their names: `:name:` is shown as the picture.
    public static func write(
        _ text: String, emoji: [String: SafeURL], to writer: inout HTMLWriter, mentions: () -> Mentions
    ) {
        guard Words.hasEmoji(text, emoji) else { return write(text, to: &writer, mentions: mentions) }
        let survey = TextSurvey(text)
        var words = mentions()
        words.emoji = emoji
        let text = survey.normalized ?? text
        let isWritten =
            survey.isWorthParsing
            && MarkdownSource(Array(text.utf8)).withDocument { document, source in
                guard document.depth(isAtMost: maximumDepth) else { return false }
                Blocks(document, Rendering(source: source, mentions: words)).write(to: &writer)
                return true
            }
        if !isWritten { PlainParagraphs(text: text, hasLines: survey.hasLines, mentions: words).write(to: &writer) }
    }

    /// Surveys a text. The most frequent case, one line without Markdown and without characters to escape, is written at
    /// once without a copy; then the result is `nil`.
    private static func survey(_ text: String, writingLineTo writer: inout HTMLWriter) -> TextSurvey? {
        text.withBytes { utf8 in
            let survey = TextSurvey(utf8) ?? TextSurvey(normalizing: text)
            guard survey.isPlainLine, let start = utf8.baseAddress else { return survey }
            writer.write(markup: "<p>")
            writer.write(plain: utf8.count) { $0.update(from: start, count: utf8.count) }
            writer.write(markup: "</p>")
            return nil
        }
    }
}
