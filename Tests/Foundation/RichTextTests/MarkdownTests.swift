import RichText
import Testing

@Suite struct MarkdownTests {
    @Test(arguments: [
        ("hello", "<p>hello</p>"),
        ("", ""), ("\n \n", ""),
        ("a\nb\n\n \n  c", "<p>a<br>b</p><p>  c</p>"),
        ("a\r\nb\rc\u{85}d\u{2028}e\u{2029}f\u{0B}g\u{0C}h", "<p>a<br>b<br>c<br>d<br>e<br>f<br>g<br>h</p>"),
        ("tea & <cake> \"x\"", "<p>tea &amp; &lt;cake&gt; &quot;x&quot;</p>"),
        (
            "**b** *i* _u_ ~~s~~ `c<d>`",
            "<p><strong>b</strong> <em>i</em> <em>u</em> <del>s</del> <code>c&lt;d&gt;</code></p>"
        ),
        ("10~12 ~x~ 2*3*4 snake_case_name", "<p>10~12 ~x~ 2<em>3</em>4 snake_case_name</p>"),
        ("*a\nb*  two  spaces", "<p><em>a<br>b</em>  two  spaces</p>"),
        ("a  \nb\\\nc", "<p>a<br>b\\<br>c</p>"),
        ("x < y, a<3 <- <", "<p>x &lt; y, a&lt;3 &lt;- &lt;</p>"),
        ("x < y **b** <3", "<p>x &lt; y <strong>b</strong> &lt;3</p>"),
        ("**重要**です", "<p><strong>重要</strong>です</p>"),
    ])
    func `running text`(text: String, html: String) { #expect(rendered(text) == html) }

    @Test(arguments: ["a ", "縁側", "縁a", "a", "1é "])
    func `syntax and newlines are found at every position`(filling: String) {
        for count in 0..<14 {
            let before = "x" + String(repeating: filling, count: count) + "x"
            let after = "y" + String(repeating: filling, count: 14 - count) + "y"
            #expect(rendered("\(before)`c`\(after)") == "<p>\(before)<code>c</code>\(after)</p>")
            #expect(rendered("\(before)\u{2028}\(after)") == "<p>\(before)<br>\(after)</p>")
            #expect(rendered("\(before)\u{85}\(after)") == "<p>\(before)<br>\(after)</p>")
        }
    }

    @Test(arguments: [
        (
            "# Head\n## **x**\n#tag\n#",
            "<p><strong>Head</strong></p><p><strong><strong>x</strong></strong></p><p>#tag<br>#</p>"
        ),
        ("Title\n---\nmore\n===\n***\n* * *\n- - -", "<p>Title<br>---<br>more<br>===<br>***<br>* * *<br>- - -</p>"),
        ("-\n*\n+", "<p>-<br>*<br>+</p>"),
        ("    indented *x*\n  two", "<p>    indented <em>x</em><br>  two</p>"),
        ("a\n      b *c*", "<p>a<br>      b <em>c</em></p>"),
        ("> q\nreply", "<blockquote><p>q</p></blockquote><p>reply</p>"),
        (
            "> a\n> > b\n> - l\nend",
            "<blockquote><p>a</p><blockquote><p>b</p></blockquote><ul class=\"dash\"><li>l</li></ul></blockquote><p>end</p>"
        ),
        (
            "> ```\n> code\n> ```\nreply",
            "<blockquote><pre tabindex=\"0\"><code>code</code></pre></blockquote><p>reply</p>"
        ),
    ])
    func `headings, rules, indentation and quotes`(text: String, html: String) { #expect(rendered(text) == html) }

    @Test(arguments: [
        (
            "- a\n- b\n  - c\nmargin",
            #"<ul class="dash"><li>a</li><li>b<ul class="dash"><li>c</li></ul></li></ul><p>margin</p>"#
        ),
        ("- 5", #"<ul class="dash"><li>5</li></ul>"#),
        ("+ 5\n+ 6", #"<ul class="plus"><li>5</li><li>6</li></ul>"#),
        ("* a\n\n* b", #"<ul class="star"><li><p>a</p></li><li><p>b</p></li></ul>"#),
        ("3. a\n4. b\n9. c\ndone", #"<ol start="3"><li>a</li><li>b</li><li value="9">c</li></ol><p>done</p>"#),
        ("1) a\n1) b", #"<ol class="parenthesis"><li>a</li><li value="1">b</li></ol>"#),
        ("0. a", #"<ol start="0"><li>a</li></ol>"#),
        ("007. a", "<p>007. a</p>"),
        ("01) a\n02) b\n\n00. c", "<p>01) a<br>02) b</p><p>00. c</p>"),
        ("- 07. a", #"<ul class="dash"><li>07. a</li></ul>"#),
        ("> 07. a", "<blockquote><p>07. a</p></blockquote>"),
        ("```\n07. a\n```", #"<pre tabindex="0"><code>07. a</code></pre>"#),
        ("text\n5. x\nbar", "<p>text<br>5. x<br>bar</p>"),
        ("2024-01-01 10:00 *x*", "<p>2024-01-01 10:00 <em>x</em></p>"),
        ("1. a\n\n   b\n2. c", "<ol><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>"),
        ("- [ ] task", #"<ul class="dash"><li>[ ] task</li></ul>"#),
        ("1. ---", "<ol><li>---</li></ol>"),
        (
            "- # h\n- > q",
            #"<ul class="dash"><li><p><strong>h</strong></p></li><li><blockquote><p>q</p></blockquote></li></ul>"#
        ),
    ])
    func `lists keep their markers and numbers`(text: String, html: String) { #expect(rendered(text) == html) }

    @Test(arguments: [
        (
            "```swift\nlet a = \"<b>\" && c\n```",
            "<pre tabindex=\"0\"><span class=\"caption\">swift</span><code>let a = &quot;&lt;b&gt;&quot; &amp;&amp; c</code></pre>"
        ),
        (
            "```\n[a]: x\n<b>\n---\n  *x* \\_ &amp; https://a.jp/。\n> q\nz\n```",
            "<pre tabindex=\"0\"><code>[a]: x\n&lt;b&gt;\n---\n  *x* \\_ &amp;amp; https://a.jp/。\n&gt; q\nz</code></pre>"
        ),
        ("```hello\nworld```", "<pre tabindex=\"0\"><code>hello\nworld</code></pre>"),
        ("```hello```", "<p><code>hello</code></p>"),
        ("```\n```", "<p>```</p>"), ("```js", "<p>```js</p>"),
        ("~~~\na\n~~~", "<pre tabindex=\"0\"><code>a</code></pre>"),
        (
            "1. a\n   ```\n   code\n\n     more\n   ```\n2. c",
            "<ol><li>a<pre tabindex=\"0\"><code>code\n\n  more</code></pre></li><li>c</li></ol>"
        ),
        ("`` a`b ``", "<p><code>a`b</code></p>"), ("`a", "<p>`a</p>"),
    ])
    func `code is shown as typed`(text: String, html: String) { #expect(rendered(text) == html) }

    @Test(arguments: [
        (
            "<div>**x** y</div>\n<!-- c --> <b onclick=x>y</b>",
            "<p>&lt;div&gt;<strong>x</strong> y&lt;/div&gt;<br>&lt;!-- c --&gt; &lt;b onclick=x&gt;y&lt;/b&gt;</p>"
        ),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("&amp; &lt; &#8238; &nbsp; *x*", "<p>&amp;amp; &amp;lt; &amp;#8238; &amp;nbsp; <em>x</em></p>"),
        ("[a]: x\n[a][b] [a]", "<p>[a]: x<br>[a][b] [a]</p>"),
        (#"¯\_(ツ)_/¯"#, #"<p>¯\_(ツ)_/¯</p>"#),
        (##"\*a\* C:\Users\.ssh \\srv\x \`c\` \# \["##, ##"<p>*a* C:\Users\.ssh \\srv\x `c` # [</p>"##),
        (#"\- a"#, "<p>- a</p>"),
        ("| a | b |\n|---|---|\n| c | *d* |", "<p>| a | b |<br>|---|---|<br>| c | <em>d</em> |</p>"),
        ("a[^1]\n\n[^1]: *note*", "<p>a[^1]</p><p>[^1]: <em>note</em></p>"),
    ])
    func `syntax that Markdown would drop is shown as text`(text: String, html: String) {
        #expect(rendered(text) == html)
    }

    @Test func `mentions of participants are highlighted, own ones differently, and show the name`() {
        let mentions = RichText.Mentions(
            names: ["alice": "小林 結衣", "bob_1": "<Bob>", "c.d": "c.d"], own: "alice")
        let html = rendered(
            "@alice @bob_1! @Alice. x@alice @alicex `@alice` @c.d. @c [@alice](https://a.jp)", mentions: mentions)
        #expect(
            html == #"<p><span class="mention own">@小林 結衣</span> <span class="mention">@&lt;Bob&gt;</span>! "#
                + #"<span class="mention own">@小林 結衣</span>. x@alice @alicex <code>@alice</code> "#
                + #"<span class="mention">@c.d</span>. @c <a href="https://a.jp">@alice</a></p>"#)
        #expect(rendered("@alice") == "<p>@alice</p>")
        #expect(
            RichText.excerpt(of: "**so**, @ALICE:\nx@alice and @c", limit: 80) { mentions }
                == "so, @小林 結衣: x@alice and @c")
    }
}
