import Chat
import Testing

@Suite struct TypedSearchTests {
    @Test(arguments: [
        ("tea", "tea", []),
        ("  tea   room ", "tea room", []),
        ("from:bob tea", "tea", ["from=bob"]),
        ("tea from:bob in:町内会 has:link", "tea", ["from=bob", "in=町内会", "has=link"]),
        ("FROM:Bob", "", ["from=Bob"]),
        ("from：花子 お茶", "お茶", ["from=花子"]),
        (#"in:"tea room" at four"#, "at four", ["in=tea room"]),
        ("in:「お茶の間」です", "です", ["in=お茶の間"]),
        (#"in:"tea room"#, "room", [#"in="tea"#]),
        ("after:2026-11-01 before:2026-12-01", "", ["after=2026-11-01", "before=2026-12-01"]),
        // Words that look like conditions, and conditions without a value.
        ("https://example.org to:bob xfrom:bob from: bob", "https://example.org to:bob xfrom:bob from: bob", []),
        (#"in:"" tea"#, #"in:"" tea"#, []),
        (":", ":", []), ("from", "from", []), ("", "", []), ("\n\t", "", []),
    ])
    func `conditions are told from words`(typed: String, words: String, conditions: [String]) throws {
        let search = try #require(TypedSearch(typed))
        #expect(search.words == words)
        #expect(search.conditions.map { "\($0.operator.rawValue)=\($0.value)" } == conditions)
    }

    @Test func `it is kept as typed, without white space at its ends`() {
        #expect(TypedSearch("\n tea   room from:bob\u{3000}")?.description == "tea   room from:bob")
    }

    @Test func `a text that is too long is none`() {
        #expect(TypedSearch(String(repeating: "縁", count: TypedSearch.maximumCharacters)) != nil)
        #expect(TypedSearch(String(repeating: "縁", count: TypedSearch.maximumCharacters + 1)) == nil)
    }
}
