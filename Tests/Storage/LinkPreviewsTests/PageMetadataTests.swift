import Foundation
import Pictures
import Testing

@testable import LinkPreviews

private func preview(
    _ html: [UInt8], type: String = "text/html", _ limits: LinkPreviewLimits = LinkPreviewLimits()
) throws -> LinkPreview? {
    PageMetadata(html, contentType: type).preview(of: try #require(WebURL("https://host.example/a/b?c")), limits)
}

private func preview(_ html: String) throws -> LinkPreview? { try preview(Array(html.utf8)) }

@Suite struct PageMetadataTests {
    @Test func `a page's own words come first, then those for others`() throws {
        let full = """
            <!doctype html><html><head><title>Page</title><meta name=description content="Plain">
            <meta property="og:title" content="Open"><meta property='og:description' content='Graph'>
            <meta name="twitter:title" content="Bird"><META PROPERTY=og:image CONTENT=../p.png>
            <meta property="og:site_name" content="The Site"></head>
            """
        let picture = WebURL("https://host.example/p.png")
        #expect(try preview(full) == LinkPreview(title: "Open", text: "Graph", site: "The Site", picture: picture))
        let plain = "<title>Page</title><meta name=description content=Plain>"
        #expect(
            try preview(plain) == LinkPreview(title: "Page", text: "Plain", site: "host.example", picture: nil))
        #expect(try preview(#"<meta name="twitter:title" content="Bird">"#)?.title == "Bird")
        #expect(try preview("<meta property=og:title content=''><title>Page</title>")?.title == "Page")
    }

    @Test(arguments: [
        "", "<", "</", "<title", "<title>", "<title></title>", "<title> \n </title>", "<title>\u{202E}</title>",
        "<meta", "<meta property=og:title", "<meta property=og:title content=\"open", "<!-- <title>a</title>",
        "<script><title>a</title></script>", "<style><meta property=og:title content=a></style>",
        "<a title='<title>a</title>'>", "<meta property=og:title content>", "plain text",
    ])
    func `a page without a title has no preview`(html: String) throws {
        #expect(try preview(html) == nil)
    }

    @Test(arguments: [
        ("<title>a", "a"), ("<!--><title>a</title>", "a"), ("<!-- > --><title>a</title>", "a"),
        ("<TITLE\n>a</TiTlE >", "a"), ("<title>a</titles></title>", "a</titles>"), ("<br/><title>a<b></title>", "a<b>"),
        ("<p a=\"<title>no</title>\"><title>a</title>", "a"), ("<x = y><title>a</title>", "a"),
        ("<title>a</title><svg><title>b</title></svg>", "a"), ("</p title='><title>no</title>'><title>a</title>", "a"),
        ("<?xml version='1.0'?><title>a</title>", "a"), ("< title>no</title><title>a</title>", "a"),
        ("<script>if (a < b) '</scripts>'</script><title>a</title>", "a"),
        (
            "<title>a &amp; b &lt;i&gt; &#x3042;&#12354; &hellip; &nosuch; &amp;lt;</title>",
            "a & b <i> ああ … &nosuch; &lt;"
        ),
        ("<title>  many \t\n  spaces\u{3000}here  </title>", "many spaces here"),
        ("<title>a\u{202E}gnp.exe\u{2066}\u{200F}\u{FEFF}\u{0007}&#x202E;&#7;b</title>", "agnp.exeb"),
        ("<title>👨\u{200D}👩\u{200D}👧</title>", "👨\u{200D}👩\u{200D}👧"),
    ])
    func `broken and hostile pages`(html: String, title: String) throws {
        #expect(try preview(html)?.title == title)
    }

    @Test func `long texts are cut, and what repeats the title is left out`() throws {
        let long = String(repeating: "縁", count: 5_000)
        let found = try #require(
            try preview(
                "<title>\(long)</title><meta name=description content=\(long)><meta property=og:site_name content=\(long)>"
            ))
        #expect(found.title.unicodeScalars.count == 200)
        #expect(found.title.hasSuffix("縁…"))
        #expect(found.site.unicodeScalars.count == 80)
        #expect(found.text.isEmpty)
        #expect(
            try preview("<title>a</title><meta name=description content=\(long)>")?.text.unicodeScalars.count == 300)
    }

    @Test func `many attributes and unclosed elements take no longer than their number`() throws {
        let attributes = (0..<200_000).map { "a\($0)" }.joined(separator: " ")
        #expect(try preview("<p \(attributes)><title>a</title>")?.title == "a")
        #expect(try preview("<meta \(attributes) property=og:title content=b><title>a</title>")?.title == "a")
        let open = String(repeating: "<b>", count: 100_000) + String(repeating: "</i>", count: 100_000)
        #expect(try preview("\(open)<title>a</title>")?.title == "a")
        let comments = String(repeating: "<!-- <title", count: 50_000)
        #expect(try preview("<title>a</title>\(comments)")?.title == "a")
    }

    /// Two characters in several encodings, with their labels.
    private static let veranda: [(label: String, bytes: [UInt8])] = [
        ("shift_jis", [0x89, 0x8F, 0x91, 0xA4]), ("Shift-JIS", [0x89, 0x8F, 0x91, 0xA4]),
        ("EUC-JP", [0xB1, 0xEF, 0xC2, 0xA6]),
        ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x31, 0x6F, 0x42, 0x26, 0x1B, 0x28, 0x42]), ("utf-8", Array("縁側".utf8)),
    ]

    @Test(arguments: veranda)
    func `Japanese encodings, named by the server or by the page`(label: String, bytes: [UInt8]) throws {
        func page(_ head: String) -> [UInt8] {
            Array("<html><head>\(head)<title>".utf8) + bytes + Array("</title>".utf8)
        }
        #expect(try preview(page(""), type: "text/html; charset=\(label)")?.title == "縁側")
        #expect(try preview(page("<meta charset=\"\(label)\">"))?.title == "縁側")
        let old = "<meta http-equiv=Content-Type content='text/html; charset=\(label)'>"
        #expect(try preview(page(old))?.title == "縁側")
    }

    @Test func `the server's word counts before the page's, and a byte order mark before both`() throws {
        let page = Array("<meta charset=shift_jis><title>縁側</title>".utf8)
        #expect(try preview(page, type: "text/html; charset=\"UTF-8\"")?.title == "縁側")
        #expect(try preview([0xEF, 0xBB, 0xBF] + page, type: "text/html; charset=euc-jp")?.title == "縁側")
        let wide = Array(try #require("<title>縁側</title>".data(using: .utf16LittleEndian)))
        #expect(try preview([0xFF, 0xFE] + wide)?.title == "縁側")
        #expect(try preview(Array("<meta charset=utf-16><title>縁側</title>".utf8))?.title == "縁側")
        #expect(try preview(Array("<meta charset=no-such><title>縁側</title>".utf8))?.title == "縁側")
    }

    @Test func `what is not in its encoding shows as such`() throws {
        let cut: [UInt8] = Array("<title>a".utf8) + [0xFF, 0xFF, 0x41] + Array("</title>".utf8)
        #expect(try preview(cut)?.title == "a\u{FFFD}\u{FFFD}A")
        #expect(try preview(cut, type: "text/html; charset=euc-jp")?.title == "a\u{FFFD}\u{FFFD}A")
        #expect(try preview(Array("<title>caf".utf8) + [0xE9], type: "text/html; charset=iso-8859-1")?.title == "café")
    }

    @Test(arguments: [
        ("https://cdn.example/p.png", "https://cdn.example/p.png"), ("//cdn.example/p", "https://cdn.example/p"),
        ("/p.png?a&amp;b", "https://host.example/p.png?a&b"),
        ("/縁 側.png", "https://host.example/%E7%B8%81%20%E5%81%B4.png"),
        ("javascript:alert(1)", nil), ("data:image/png;base64,AA", nil), ("http://user@cdn.example/", nil),
        ("http://cdn.example:8080/p.png", nil), ("file:///etc/passwd", nil), ("http://縁側.example/", nil),
    ])
    func `pictures are at public URLs`(reference: String, url: String?) throws {
        let found = try preview("<title>a</title><meta property=og:image content=\"\(reference)\">")
        #expect(found?.picture?.description == url)
    }

    @Test func `a preview is read as it was written`() throws {
        for picture in [nil, WebURL("https://host.example/p.png")] {
            let preview = LinkPreview(title: "a\"\u{FFFD}", text: "", site: "s", picture: picture)
            #expect(LinkPreview(preview.json) == preview)
        }
        #expect(LinkPreview([]) == nil)
        #expect(LinkPreview(Array(#"{"title": "a"}"#.utf8)) == nil)
    }
}
