import HTML
import RenderedText
import Testing

@testable import RichText

@Suite struct HostileTests {
    @Test(arguments: [
        ("<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"),
        ("\u{202E}evil *x*\u{2066}", "<p>\u{202E}evil <em>x</em>\u{2066}</p>"),
        ("a\u{200B}b\u{FEFF}", "<p>a\u{200B}b\u{FEFF}</p>"),
        ("a\0b\u{1}c\u{2} \u{3} *d*", "<p>a\u{FFFD}b\u{FFFD}c\u{FFFD} \u{FFFD} <em>d</em></p>"),
        // A Swift string can't contain a lone surrogate; this is its replacement.
        (String(decoding: [0xED, 0xA0, 0x80, 0x2A] as [UInt8], as: UTF8.self), "<p>\u{FFFD}\u{FFFD}\u{FFFD}*</p>"),
        (
            "[x](https://a.jp/\"onmouseover=alert(1))",
            "<p><a href=\"https://a.jp/&quot;onmouseover=alert(1)\">x</a></p>"
        ),
        (
            "```\"><script>\nx\n```",
            "<pre tabindex=\"0\"><span class=\"caption\">&quot;&gt;&lt;script&gt;</span><code>x</code></pre>"
        ),
    ])
    func `hostile text is text`(text: String, html: String) { #expect(rendered(text) == html) }

    @Test func `long texts and very long words are complete`() {
        for word in ["縁", "a", "e\u{301}", "👩‍👩‍👧‍👦", "**"] {
            let text = String(repeating: word, count: 10_000)
            #expect(TakenApart(rendered(text)).text == text)
        }
    }

    @Test func `a text beyond the limit is shown as plain text`() {
        let text = "**b** " + String(repeating: "x", count: 100_000)
        #expect(rendered(text) == "<p>\(text)</p>")
        #expect(rendered(String(text.prefix(90_000))).hasPrefix("<p><strong>b</strong> "))
    }

    @Test func `nesting depth is limited`() {
        #expect(rendered(String(repeating: "> ", count: 10) + "a").hasPrefix("<blockquote><blockquote>"))
        for sign in ["> ", "- ", "1. ", "[", "*a _b "] {
            let html = rendered(String(repeating: sign, count: 1_000) + "a")
            #expect(html.matches(of: /<(blockquote|ul|ol|em|strong)/).count <= 64)
            #expect(TakenApart(html).isBalanced)
        }
    }

    @Test(arguments: [
        (">", ""), ("[", ""), ("*", ""), ("a**b", ""), ("![", "](x"), ("[", "]"), ("![l", ""), ("<", ""), ("`", ""),
        ("_a ", ""),
        ("**a *b ", ""), ("a~~", ""), ("- ", ""), ("- a\n", ""), ("[a](", ""), ("[a](<b", ""), ("www.a ", ""),
        ("a@", ""),
        ("a@b.c ", ""), ("&", ""), ("http://", ""), ("<a b='", ""), ("_*", "*_"), ("https://a.b/x\"", ""),
        ("@alice ", ""),
    ])
    func `twice the text is at most twice the work`(opening: String, closing: String) {
        func text(bytes: Int) -> String {
            let count = bytes / (opening + closing).utf8.count
            return String(repeating: opening, count: count) + "a" + String(repeating: closing, count: count)
        }
        let (half, whole) = (text(bytes: 5_000), text(bytes: 10_000))
        let (less, more) = (Work(half), Work(whole))
        // A few more, as the sizes are rounded. Some texts of 10,000 bytes are beyond the limits, and are not parsed.
        #expect(more.prepared <= 2 * less.prepared + 8 && less.prepared <= 3 * half.utf8.count)
        #expect(more.nodes <= 2 * less.nodes + 8 && less.nodes <= 2 * half.utf8.count)
        #expect(more.written <= 2 * max(less.written, half.utf8.count * 6) && more.written <= 40 * whole.utf8.count)
    }

    /// What rendering a text takes, in counted steps.
    private struct Work {
        /// Bytes that cmark reads; 0 if it reads none.
        var prepared = 0
        /// Nodes that it makes of them.
        var nodes = 0
        /// Bytes of HTML.
        let written: Int

        init(_ text: String) {
            written = RichText(text, mentions: RichText.Mentions(names: ["alice": "alice"], own: nil)).bytes.count
            let survey = TextSurvey(text)
            guard survey.isWorthParsing else { return }
            let source = MarkdownSource(Array((survey.normalized ?? text).utf8))
            prepared = source.bytes.count
            nodes = source.withDocument { document, _ in
                var (count, open) = (0, [document])
                while let node = open.popLast() {
                    count += 1
                    open += node.children
                }
                return count
            }
        }
    }

    /// In the worst case the time that cmark takes grows with the square of these.
    @Test(arguments: [("*", RichText.maximumSigns, "em"), ("@", RichText.maximumAts, "a")])
    func `a text with more signs than the limit is not parsed`(sign: String, limit: Int, element: String) {
        let markup = sign == "*" ? "*b* " : "a@b.example "
        let rest = limit - markup.utf8.count { $0 == sign.utf8.first }
        let text = markup + String(repeating: "\(sign) ", count: rest)
        #expect(rendered(text).contains("<\(element)"))
        #expect(!rendered(text + sign).contains("<\(element)"))
    }

    @Test func `texts rendered concurrently give the same HTML as one by one`() async {
        let text = "~~a~~ https://a.jp/ *x* www.b.jp"
        let expected = rendered(text)
        let differing = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { (0..<5_000).count { _ in rendered(text) != expected } } }
            return await group.reduce(0, +)
        }
        #expect(differing == 0)
    }
}

@Suite struct EmojiTests {
    @Test(arguments: [
        "👍", "👍🏽", "👩‍👩‍👧‍👦", "🇯🇵", "🇯🇵🇰🇷", "1️⃣", "#️⃣", "❤️", " 👍 🎉\u{3000}🍵 ", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👍👍👍👍👍👍👍👍", "🏳️‍🌈", "☝🏿", "👨🏽‍🤝‍👨🏿",
    ])
    func `one to eight emoji are shown large`(text: String) { #expect(RichText.isEmojiOnly(text)) }

    @Test(arguments: [
        "", " ", "1", "#", "*", "12", "©", "a", "👍a", "👍👍👍👍👍👍👍👍👍", "👍\n👍", "👍1", "縁", "\u{FE0F}", "\u{200D}", "🇯",
        "👍" + String(repeating: "\u{301}", count: 50), "👍\u{202E}", "😀\u{200B}", "❤",
    ])
    func `anything else is not`(text: String) { #expect(!RichText.isEmojiOnly(text)) }
}

@Suite struct ExcerptTests {
    @Test(arguments: [
        ("hello", "hello"), ("a\n\n b\r\nc", "a b c"), ("**b** `c` ~~d~~ [e](https://f.jp)", "b c d e"),
        ("# H\n> q\n\n1) x\n2) y", "H q 1) x 2) y"), ("- 5", "- 5"), ("* a\n* b", "a b"),
        ("```swift\nlet x\n```", "swift let x"), ("```\n```", "```"), ("<b>x</b> &amp;", "<b>x</b> &amp;"),
        ("![alt](https://a.jp)", "alt"), ("[a]: x", "[a]: x"), ("", ""), ("https://a.jp/。", "https://a.jp/。"),
    ])
    func `an excerpt is the text without markup in one line`(text: String, excerpt: String) {
        #expect(RichText.excerpt(of: text, limit: 80) == excerpt)
    }

    @Test func `a long text is truncated with an ellipsis`() {
        #expect(RichText.excerpt(of: String(repeating: "a", count: 100), limit: 5) == "aaaaa…")
        #expect(RichText.excerpt(of: "aaaaa", limit: 5) == "aaaaa")
        #expect(
            RichText.excerpt(of: "a" + String(repeating: "\u{301}", count: 10_000), limit: 5).unicodeScalars.count <= 41
        )
    }
}
