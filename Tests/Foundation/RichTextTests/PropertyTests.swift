import RenderedText
import RichText
import Testing

/// SplitMix64, a generator with the same numbers in every run.
private struct Randomness: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

@Suite struct PropertyTests {
    private static let pieces = [
        "*", "**", "_", "__", "~~", "~", "`", "```", "~~~", "[", "]", "(", ")", "](", "]:", "![", "<", ">", "#", "## ",
        "- ", "+ ", "* ", "1. ", "7) ", "> ", "---", "===", "***", "|", "\\", "\\*", "&", "&amp;", "&#8238;", ":",
        "    ", "  ", "\t", " ", " ", "\n", "\n", "\n\n", "\r\n", "\u{2028}", "\u{0}", "\u{1}", "\u{2}", "\u{3}",
        "\u{C}",
        "word", "縁側", "です", "é", "👍🏽", "👩‍👩‍👧", "。", "「", "」", "（", "\u{202E}", "\u{200B}", "\u{FEFF}", "\"", "'",
        "https://a.jp/x", "http://b.jp", "www.c.jp", "d@e.jp", "javascript:alert(1)", "data:x", "ftp://f.g",
        "[h](https://i.jp)", "[j](javascript:k)", "![l](m)", "<n>", "</o>", "<https://p.jp>", "<q@r.jp>", "<!-- s -->",
        "<script>", "[t]: u", "@alice", "12", "2024", "x\ny",
    ]

    @Test(arguments: 0..<20) func `no typed text is lost, and the HTML is safe and well-formed`(seed: Int) {
        var randomness = Randomness(state: UInt64(seed))
        for _ in 0..<400 {
            let count = Int.random(in: 1...24, using: &randomness)
            let text = (0..<count).map { _ in Self.pieces.randomElement(using: &randomness) ?? "" }.joined()
            let html = rendered(text, mentions: .init(names: ["alice": "alice"], own: "alice"))
            let fault = RenderedText.fault(of: html, renderedFrom: text)
            #expect(fault == nil, "\(text.debugDescription) became \(html)")
            // Characters inserted for cmark never appear.
            #expect(!html.utf8.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 })
        }
    }

    /// Lines without Markdown are written without cmark.
    @Test func `every sign is shown and escaped at every position in a line`() {
        for sign in (0x20...0x7E).map({ String(UnicodeScalar(UInt8($0))) }) + ["縁", "é", "\u{85}", "\u{C0}"] {
            for place in 0...40 {
                let text = String(repeating: "a", count: place) + sign + " " + String(repeating: "b", count: 40 - place)
                let html = rendered(text)
                let parts = TakenApart(html)
                #expect(parts.isBalanced, "\(html)")
                #expect(parts.tags.isSubset(of: ["p", "br", "strong", "ul", "li", "blockquote"]), "\(html)")
                #expect(!parts.text.contains { "<>\"'&".contains($0) && String($0) != sign }, "\(html)")
                let letters = parts.text.filter { "ab".contains($0) }.count
                #expect(letters == 40 + (sign == "a" || sign == "b" ? 1 : 0), "\(html)")
                let special = ["<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;", "'": "&#39;"][sign]
                if let special, sign != ">" || place > 0 { #expect(html.contains(special), "\(html)") }
            }
        }
    }

    @Test(arguments: 0..<5) func `an excerpt is one line of plain text`(seed: Int) {
        var randomness = Randomness(state: UInt64(seed) &+ 1_000)
        for _ in 0..<400 {
            let text = (0..<Int.random(in: 1...24, using: &randomness))
                .map { _ in Self.pieces.randomElement(using: &randomness) ?? "" }.joined()
            let excerpt = RichText.excerpt(of: text, limit: 40)
            #expect(excerpt.count <= 41 && !excerpt.contains(where: \.isNewline), "\(text.debugDescription)")
            #expect(!excerpt.unicodeScalars.contains { $0.value < 0x20 }, "\(text.debugDescription)")
        }
    }
}
