import Testing

@testable import Chat

/// Texts that search treats as equal.
@Suite struct FoldingTests {
    @Test(arguments: [
        // Width.
        ("ＡＢＣ　１２３！", "abc 123!"), ("～－", "~-"), ("￥￦￠", "¥₩¢"), ("ｱｲｳ｡｢ｶﾞｷﾞﾊﾟﾋﾟ｣､･ｰ", "あいう。「がぎぱぴ」、・ー"),
        ("ﾜﾞｦｯｬﾝ", "わ\u{3099}をっゃん"),
        // Case.
        ("Veranda", "veranda"), ("ÉCOLE", "école"), ("Straße STRASSE ẞ", "strasse strasse ss"),
        ("ΟΔΌΣ οδός", "οδόσ οδόσ"),
        ("ЁЛКА", "ёлка"), ("\u{212A}m", "km"), ("Ⅳ", "ⅳ"),
        // Kana.
        ("カタカナ", "かたかな"), ("ヴァイオリン", "ゔぁいおりん"), ("ヽヾ", "ゝゞ"), ("ヷ", "わ\u{3099}"), ("ヵヶ", "ゕゖ"), ("サーバー", "さーばー"),
        // Decomposed characters.
        ("e\u{301}", "é"), ("E\u{301}", "é"), ("か\u{3099}カ\u{3099}ﾊ\u{309A}", "ががぱ"), ("u\u{308}ber", "über"),
        // Characters that keyboards confuse, and invisible ones.
        ("〜−–‐", "~---"), ("❤️ ❤", "❤ ❤"), ("葛\u{E0100}城", "葛城"), ("⑳①", "201"), ("a\r\nb\tc\0d\u{A0}e", "a b c d e"),
        // Unchanged.
        ("漢字と、かな。", "漢字と、かな。"), ("👨‍👩‍👧 🇯🇵 👍🏽", "👨‍👩‍👧 🇯🇵 👍🏽"), ("ß\"%_*'", "ss\"%_*'"), ("한국어", "한국어"), ("", ""),
    ])
    func `case, width and kana are ignored`(text: String, folded: String) {
        #expect(Array(FoldedText(text).description.unicodeScalars) == Array(folded.unicodeScalars))
    }

    @Test(arguments: [("か", "が"), ("は", "ぱ"), ("e", "é"), ("や", "ゃ"), ("カ", "力"), ("ー", "一")])
    func `different words stay different`(one: String, other: String) {
        #expect(FoldedText(one) != FoldedText(other))
    }

    @Test(
        "a text folds as its characters do",
        arguments: [
            "", "Plain TEXT, 123!", "\r\n", "a\r\nB\r\r\n\n\r", "ＡＢＣ　ｄｅｆ", "カタカナとひらがな、漢字", "👍🏽 ok 👩‍👩‍👧", "e\u{301}",
            "か\u{3099}",
            "한국어 A", "\u{0}\u{7F}\u{1F}x",
        ])
    func inOnePass(_ text: String) {
        #expect(FoldedText(text).description == Folding.general(text))
        #expect(FoldedText("x" + text.dropFirst()).description == Folding.general("x" + text.dropFirst()))
    }

    @Test func `texts of random characters fold as their characters do`() {
        var random = SystemRandomNumberGenerator()
        let pool: [Unicode.Scalar] =
            Array("aZ 9\r\n\u{301}\u{3099}かカｶﾞ漢字＠①ß".unicodeScalars) + [
                "\u{200D}", "\u{FE0F}", "👍", "\u{1F3FD}", "\u{1100}", "가",
            ]
        for _ in 0..<2_000 {
            let text = String(String.UnicodeScalarView((0..<6).map { _ in pool.randomElement(using: &random)! }))
            #expect(FoldedText(text).description == Folding.general(text), "\(text.unicodeScalars.map(\.value))")
        }
    }

    @Test func `folding is idempotent`() {
        let blocks: [ClosedRange<UInt32>] = [
            0x20...0x58F, 0x1E00...0x1FFF, 0x2000...0x206F, 0x2100...0x218F, 0x2460...0x24FF, 0x3000...0x30FF,
            0xFE00...0xFE0F, 0xFF00...0xFFEF,
        ]
        for value in blocks.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = FoldedText(String(scalar))
            #expect(FoldedText(once.description) == once, "U+\(String(value, radix: 16))")
        }
    }
}

@Suite struct SearchQueryTests {
    @Test func `a query is the typed text without white space at its ends`() throws {
        let query = try #require(SearchQuery(" \u{3000}提灯　和紙\tＴＥＡ tea\n"))
        #expect(query.description == "提灯　和紙\tＴＥＡ tea")
        #expect(query.terms == ["提灯", "和紙", "tea"])
    }

    @Test(arguments: ["", " ", "\u{3000}\n\t", "\0", "\u{FE0F}", String(repeating: "縁", count: 101)])
    func `empty and too long queries are rejected`(text: String) { #expect(SearchQuery(text) == nil) }

    @Test func `a query has up to a hundred characters, not counting white space at its ends`() throws {
        let longest = String(repeating: "👍", count: 100)
        #expect(try #require(SearchQuery(" \(longest)　")).description == longest)
    }

    @Test(arguments: [
        ("かな", "ひらがなカナｶﾅ", ["カナｶﾅ"]), ("tea", "TEA, Ｔｅａ and steam", ["TEA", "Ｔｅａ", "tea"]),
        ("aa", "aaa b", ["aaa"]), ("和紙 提灯", "提灯の和紙", ["提灯", "和紙"]), ("👨", "a👨‍👩‍👧b", ["👨‍👩‍👧"]), ("s", "Fuß", ["ß"]),
        ("が", "ｶﾞかか\u{3099}", ["ｶﾞ", "か\u{3099}"]), ("a", "", []), ("zzz", "zz", []), ("b", "a\r\nb", ["b"]),
    ])
    func `matches cover whole characters`(typed: String, text: String, marked: [String]) throws {
        let query = try #require(SearchQuery(typed))
        #expect(query.matches(in: text).map { String(text[$0]) } == marked)
        #expect(query.isFound(in: FoldedText(text)) == !marked.isEmpty)
    }

    @Test func `every word must match, in any order`() throws {
        let query = try #require(SearchQuery("和紙 提灯"))
        #expect(query.isFound(in: FoldedText("提灯を和紙で")))
        #expect(!query.isFound(in: FoldedText("提灯を紙で")))
    }
}
