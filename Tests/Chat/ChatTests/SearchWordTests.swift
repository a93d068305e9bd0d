import Chat
import Testing

@Suite struct SearchWordTests {
    @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{3099}", "\u{1F3FD}", "\u{20E3}"])
    func `a space ends a word, even with a combining mark`(mark: String) {
        let terms = SearchQuery("one \(mark)two")?.terms ?? []
        #expect(terms.first == "one")
        #expect(terms.allSatisfy { !$0.unicodeScalars.contains(" ") })
    }

    @Test func `a text of spaces with combining marks gives no empty query`() {
        for text in [" \u{301}", "\u{301}", "\u{FE0F}", " \u{FE0F} ", "\r\n", "\0", "\u{200D}", "a \u{FE0F} b"] {
            let terms = SearchQuery(text)?.terms
            #expect(terms.map { !$0.isEmpty && $0.allSatisfy { !$0.isEmpty } } ?? true, "\(text.unicodeScalars)")
        }
    }
}
