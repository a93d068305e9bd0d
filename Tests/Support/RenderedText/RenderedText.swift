/// What holds for the HTML of every message.
public enum RenderedText {
    /// Characters with a meaning in Markdown.
    private static let signs: Set<Unicode.Scalar> = Set("*_~`[]()<>#!\\+-=.\"'".unicodeScalars)

    private static let tags: Set<String> = [
        "p", "br", "a", "strong", "em", "del", "code", "pre", "span", "ul", "ol", "li", "blockquote",
    ]
    private static let attributes: Set<String> = [
        "a href", "a rel", "a title", "li value", "ol class", "ol start", "pre tabindex", "span class", "ul class",
    ]
    private static let schemes = ["http://", "https://", "mailto:"]
    /// How many times as long as the text the HTML may be.
    private static let mostGrowth = 64

    /// Why `html` is not well-formed, not safe, too long, or lacks a word of `text`; `nil` if it is none of these.
    public static func fault(of html: String, renderedFrom text: String) -> String? {
        let parts = TakenApart(html)
        if !parts.isBalanced { return "it is not balanced" }
        if let tag = parts.tags.subtracting(tags).first { return "the element \(tag)" }
        if let attribute = parts.attributes.subtracting(attributes).first { return "the attribute \(attribute)" }
        if let target = parts.targets.first(where: { target in !schemes.contains { isPrefix($0, of: target) } }) {
            return "the link to \(target)"
        }
        if html.utf8.count > mostGrowth * (text.utf8.count + 1) { return "it is too long" }
        // In order: each scalar is searched after the previous one.
        var shown = words(parts.text)[...]
        // A mention shows the name of the person as it is, whatever the letters that it was typed with.
        let hasMentions = html.contains("class=\"mention")
        for scalar in words(text) {
            let place = shown.firstIndex { $0 == scalar || (hasMentions && isSameLetter($0, scalar)) }
            guard let index = place else { return "\(scalar) is lost" }
            shown = shown[(index + 1)...]
        }
        return nil
    }

    private static func isPrefix(_ scheme: String, of target: String) -> Bool {
        target.utf8.starts(with: scheme.utf8) { $0 == $1 || $0 | 0x20 == $1 }
    }

    private static func isSameLetter(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        first.isASCII && first.properties.isAlphabetic && first.value | 0x20 == second.value | 0x20
    }

    private static func words(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.compactMap { scalar in
            if scalar.properties.isWhitespace || signs.contains(scalar) { return nil }
            return scalar.value < 0x20 ? "\u{FFFD}" : scalar
        }
    }
}
