import HTML
import RichText
import Testing

@Suite struct LinkTests {
    private static func link(_ url: String, _ label: String? = nil) -> String {
        #"<a href="\#(url)">\#(label ?? url)</a>"#
    }

    @Test func `a link sends no referrer and gets no opener`() {
        #expect(
            String(decoding: RichText("https://a.jp").bytes, as: UTF8.self)
                == #"<p><a href="https://a.jp" rel="noopener noreferrer nofollow ugc">https://a.jp</a></p>"#)
    }

    @Test(arguments: [
        ("https://example.jp/。", link("https://example.jp/") + "。"),
        (
            "「https://example.jp/」と（https://a.jp/a?b=1&copy=2）、",
            "「" + link("https://example.jp/") + "」と（" + link("https://a.jp/a?b=1&amp;copy=2") + "）、"
        ),
        (
            "はhttps://a.jp/x、www.b.jp。「www.c.jp」",
            "は" + link("https://a.jp/x") + "、" + link("http://www.b.jp", "www.b.jp") + "。「"
                + link("http://www.c.jp", "www.c.jp") + "」"
        ),
        ("https://ja.example.org/wiki/縁側", link("https://ja.example.org/wiki/縁側")),
        ("https://a.jp/x_(y) (https://a.jp/x)", link("https://a.jp/x_(y)") + " (" + link("https://a.jp/x") + ")"),
        (
            "https://a.jp/, https://a.jp. https://a.jp?",
            link("https://a.jp/") + ", " + link("https://a.jp") + ". " + link("https://a.jp") + "?"
        ),
        (
            #""https://a.jp/" {https://a.jp}"#,
            "&quot;" + link("https://a.jp/") + "&quot; {" + link("https://a.jp") + "}"
        ),
        ("**https://a.jp**。", "<strong>" + link("https://a.jp") + "</strong>。"),
        ("https://a.jp/a_b_c", link("https://a.jp/a_b_c")),
        ("https://a.jp/\u{202E}gpj", link("https://a.jp/") + "\u{202E}gpj"),
        ("https://a.jp/\u{200B}x", link("https://a.jp/") + "\u{200B}x"),
        ("example.com a.b/c", "example.com a.b/c"),
        ("a@b.jp。mailto:a@b.c", link("mailto:a@b.jp", "a@b.jp") + "。" + link("mailto:a@b.c")),
        ("ftp://x.y xmpp:a@b.c", "ftp://x.y xmpp:a@b.c"),
        ("`https://a.jp`", "<code>https://a.jp</code>"),
    ])
    func `URLs in running text end at the right place`(text: String, html: String) {
        #expect(rendered(text) == "<p>\(html)</p>")
    }

    @Test(arguments: [
        (#"[ok](https://a.jp "title")"#, #"<a href="https://a.jp" title="title">ok</a>"#),
        ("[**b**](HTTPS://a.jp)", link("HTTPS://a.jp", "<strong>b</strong>")),
        ("[](https://a.jp) [\u{200B} ](https://b.jp)", link("https://a.jp") + " " + link("https://b.jp")),
        (
            "![alt](https://a.jp/i.png) ![](https://a.jp/i.png)",
            link("https://a.jp/i.png", "alt") + " " + link("https://a.jp/i.png")
        ),
        ("[![alt](https://a.jp/i.png)](https://b.jp)", link("https://b.jp", "![alt](https://a.jp/i.png)")),
        (
            "[x](https://[::1]:80/) [y](https://a.jp/（b）)",
            link("https://[::1]:80/", "x") + " " + link("https://a.jp/（b）", "y")
        ),
        ("<https://a.jp> <a@b.jp>", link("https://a.jp") + " " + link("mailto:a@b.jp", "a@b.jp")),
        ("[m](mailto:a@b.jp)", link("mailto:a@b.jp", "m")),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
        ("[x](JaVaScRiPt:a) [y](&#106;avascript:b)", "[x](JaVaScRiPt:a) [y](&amp;#106;avascript:b)"),
        ("<javascript:alert(1)>", "&lt;javascript:alert(1)&gt;"),
        (
            "[y](/sign-out) [z]() [w](//evil.example) [v](#f) [u](https:evil)",
            "[y](/sign-out) [z]() [w](//evil.example) [v](#f) [u](https:evil)"
        ),
        ("![x](data:image/png;base64,AA \"t\")", "![x](data:image/png;base64,AA &quot;t&quot;)"),
    ])
    func `typed links are rendered if safe, else shown as text`(text: String, html: String) {
        #expect(rendered(text) == "<p>\(html)</p>")
    }
}
