import RichText
import Testing

@Suite struct FirstLinkTests {
    @Test(arguments: [
        ("見て https://a.example/x?y=1 と https://b.example", "https://a.example/x?y=1"),
        ("www.a.example", "http://www.a.example"), ("[label](https://a.example)", "https://a.example"),
        ("- **bold https://a.example**", "https://a.example"), ("> https://a.example", "https://a.example"),
        ("mail a@b.example or mailto:a@b.example, then https://c.example", "https://c.example"),
        ("![alt](https://a.example/p.png)", "https://a.example/p.png"), ("HTTPS://A.example", "HTTPS://A.example"),
        ("[x](javascript:alert(1)) https://a.example", "https://a.example"),
    ])
    func `the first link to a web page`(text: String, url: String) {
        #expect(RichText.firstLink(in: text) == url)
    }

    @Test(arguments: [
        "", "text", "`https://a.example`", "```\nhttps://a.example\n```", "a.example", "ftp://a.example", "https://",
        "[x](/path://)", "https:// a.example",
    ])
    func `what is no link, or is code`(text: String) {
        #expect(RichText.firstLink(in: text) == nil)
    }

    @Test(arguments: [
        ("&amp;", "&"), ("&hellip;", "…"), ("&eacute;", "é"), ("&#12354;", "あ"), ("&#x3042;", "あ"),
        ("&#0;", "\u{FFFD}"),
        ("&nosuch;", nil), ("&;", nil), ("amp;", nil), ("&amp", nil), ("&a b;", nil), ("&*a*;", nil), ("", nil),
    ])
    func `character references`(reference: String, text: String?) {
        #expect(CharacterReference.text(reference) == text)
    }
}
