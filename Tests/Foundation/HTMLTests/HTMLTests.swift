import HTML
import Testing

@Suite struct HTMLTests {
    private func text(_ view: some View) -> String { String(decoding: view.bytes, as: UTF8.self) }

    @Test func `text and attributes are escaped`() {
        let hostile = #"<script>alert("x")</script> & 'y'"#
        let escaped = "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;"
        #expect(text(p(.title(hostile)) { hostile }) == #"<p title="\#(escaped)">\#(escaped)</p>"#)
    }

    @Test func `control characters that HTML forbids become U+FFFD`() {
        #expect(text(p { "a\0b\u{1B}\t\n\u{85}" }) == "<p>a\u{FFFD}b\u{FFFD}\t\n\u{85}</p>")
    }

    @Test func `every special byte is escaped at every position`() {
        func escaped(_ scalar: Unicode.Scalar) -> String {
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            case "\t", "\n", "\r": String(scalar)
            case ..<" ": "\u{FFFD}"
            default: String(scalar)
            }
        }
        for scalar in (0...0x17F).compactMap({ Unicode.Scalar($0 as UInt32) }) {
            for position in 0..<40 {
                let before = String(repeating: "=", count: position)
                let after = String(repeating: "?", count: 39 - position) + "縁"
                #expect(text(before + String(scalar) + after) == before + escaped(scalar) + after)
            }
        }
        // Texts of all lengths, because short and long ones are escaped by different code.
        for scalar in "&<>\"'\0\u{1F}\t =?縁".unicodeScalars {
            for length in 1...40 {
                for position in 0..<length {
                    let before = String(repeating: "=", count: position)
                    let after = String(repeating: "?", count: length - position - 1)
                    #expect(text(before + String(scalar) + after) == before + escaped(scalar) + after)
                }
            }
        }
    }

    @Test func `earlier output is copied, also after the buffer has grown`() {
        var writer = HTMLWriter(capacity: 64)
        var place: Range<Int>?
        for _ in 0..<20 {
            if let place {
                writer.write(again: place)
            } else {
                let start = writer.position
                writer.write(Text("<縁側>"))
                place = start..<writer.position
            }
            writer.write(markup: "|")
        }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == String(repeating: "&lt;縁側&gt;|", count: 20))
        #expect(place == 0..<14)
    }

    @Test func `an element can be written around a closure's output`() {
        struct Item: PrimitiveView {
            func write(to writer: inout HTMLWriter) {
                writer.write(Tags.Li.self, .class("a")) { writer in
                    writer.write(em { "<" })
                    writer.write(Tags.Li.self) { $0.write(Text("b")) }
                    writer.write(Tags.Li.self, .id("\""), .class(literal: "c")) { $0.write(Text("d")) }
                    writer.write(Tags.Li.self, .class("e", if: false), .dir(literal: "auto"), .hidden()) { _ in }
                }
            }
        }
        let expected =
            #"<li class="a"><em>&lt;</em><li>b</li><li id="&quot;" class="c">d</li><li dir="auto" hidden></li></li>"#
        #expect(text(Item()) == expected)
    }

    @Test(arguments: [0, 10, 50, 63, 64, 65, 5_000])
    func `a page is complete, whether or not it fits into the reserved capacity`(length: Int) {
        let text = String(repeating: "<", count: length)
        var writer = HTMLWriter(capacity: 64)
        writer.write(markup: "<p>")
        writer.write(text)
        writer.write(plain: 1) { $0.pointee = UInt8(ascii: "!") }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "<p>" + String(repeating: "&lt;", count: length) + "!")
    }

    @Test func `emoji, right-to-left marks and unusual newlines stay as they are`() {
        let odd = "👩‍👩‍👧‍👦 \u{202E}RTL\u{2028}\u{2029}\u{200B}"
        #expect(text(span { odd }) == "<span>\(odd)</span>")
    }

    @Test func `conditions, alternatives and loops write their content`() {
        struct List: View {
            let items: [Int]
            let isMarked: Bool
            var body: some View {
                ul(.class("x", if: isMarked)) {
                    if items.isEmpty { li { "none" } }
                    for item in items {
                        if item > 1 { li { "\(item)" } } else { li(.hidden()) { "one" } }
                    }
                }
            }
        }
        #expect(text(List(items: [], isMarked: false)) == "<ul><li>none</li></ul>")
        #expect(
            text(List(items: [1, 2], isMarked: true)) == #"<ul class="x"><li hidden>one</li><li>2</li></ul>"#)
    }

    @Test func `the number of a list item is written if it is not the next one`() {
        #expect(
            text(ol(.start(1)) { li(.value(1, if: false)) { del { "a" } } }) == "<ol><li><del>a</del></li></ol>")
        #expect(
            text(ol(.start(3)) { li(.value(5, if: true)) { bdi(.title("", if: false)) { "a" } } })
                == #"<ol start="3"><li value="5"><bdi>a</bdi></li></ol>"#)
    }

    @Test func `a document starts with its type and void elements have no end`() {
        #expect(
            text(Document { html { meta(.charset("utf-8")) } })
                == "<!doctype html>\n<html><meta charset=\"utf-8\"></html>")
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:alert(1)", " javascript:x", "data:text/html,x",
        "vbscript:x", "\\\\evil", "/\\evil", "a b", "\u{1}javascript:x",
        // A combining mark joins the colon; the colon still ends the scheme.
        "javascript:\u{301}alert(1)", "javascript:\u{200D}alert(1)", "data:\u{FE0F}text/html,x", "x\u{301}:y",
    ])
    func `a URL with an unsafe scheme or ambiguous characters is rejected`(url: String) {
        #expect(SafeURL(url) == nil)
    }

    @Test(arguments: ["https://a.example/x?y#z", "/path", "?q", "#f", "mailto:a@b.example", "a/b:c"])
    func `a plain URL is accepted`(url: String) {
        #expect(SafeURL(url) != nil)
    }
}
