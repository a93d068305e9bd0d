import Chat
import Testing

@testable import Gateway

@Suite struct ExcerptTests {
    @Test func `an excerpt shows the words around the first match`() throws {
        let query = try #require(SearchQuery("縁側"))
        let long = String(repeating: "あ", count: 200) + "縁側" + String(repeating: "い", count: 200)
        let excerpt = Excerpt(of: long, query)
        #expect(
            excerpt.pieces == [
                .plain("…"), .plain(String(repeating: "あ", count: 30)), .marked("縁側"),
                .plain(String(repeating: "い", count: 88)), .plain("…"),
            ])
        let end = Excerpt(of: String(repeating: "あ", count: 200) + "縁側", query)
        #expect(end.pieces == [.plain("…"), .plain(String(repeating: "あ", count: 118)), .marked("縁側")])
        #expect(Excerpt(of: "縁側で縁側", query).pieces == [.marked("縁側"), .plain("で"), .marked("縁側")])
        #expect(Excerpt(of: "", query).pieces.isEmpty)
    }

    @Test func `a match longer than an excerpt is marked as far as it is shown`() throws {
        let query = try #require(SearchQuery("aaa"))
        let pieces = Excerpt(of: String(repeating: "a", count: 500), query).pieces
        #expect(pieces == [.marked(String(repeating: "a", count: 120)), .plain("…")])
    }
}
