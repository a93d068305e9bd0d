import Foundation
import Testing

/// A page in two parts: what is its own, and the layout that it shares with every page of its kind.
///
/// Each part has a golden file in `Pages/`, so that a change of the layout touches the layout's files alone.
struct GoldenPage: Equatable {
    /// The title and the body.
    let own: String
    /// The head and the end, with a mark in place of what is the page's own.
    let layout: String
    /// `layout.en`, `layout.signed-out.en`: what tells layouts apart is the language and whether somebody is signed in.
    let layoutName: String

    private static let mark = "<!-- the page's own -->"

    init(_ page: String) throws {
        // One element a line: so that a difference is found.
        // The version of the assets changes with each sentence of the scripts.
        let page =
            page.replacing("><", with: ">\n<").replacing(/\/assets\/\w+\//, with: "/assets/version/") + "\n"
        let title = try #require(page.firstMatch(of: /<title>.*<\/title>\n/)?.range)
        let start = try #require(page.firstRange(of: "<body"))
        // With a session only.
        let last = page.firstRange(of: "<template id=\"end\">")
        let end = try #require(last ?? page.firstRange(of: "</body>")).lowerBound
        let language = try #require(page.firstMatch(of: /<html lang="(\w+)">/)).output.1
        own = String(page[title] + page[start.lowerBound..<end])
        let head = page[..<title.lowerBound] + page[title.upperBound..<start.lowerBound]
        layout = "\(head)\(Self.mark)\n\(page[end...])"
        layoutName = "layout.\(last == nil ? "signed-out." : "")\(language)"
    }
}

/// Compares a page with its golden files. With `UPDATE_PAGES=1` they are written anew instead.
func expectPage(_ answer: Answer, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let page = try GoldenPage(answer.text)
    try expectText(page.own, in: name, sourceLocation)
    try expectText(page.layout, in: page.layoutName, sourceLocation)
}

private func expectText(_ text: String, in name: String, _ sourceLocation: SourceLocation) throws {
    let path = TestFiles.folder("Pages") + "/\(name).html"
    if ProcessInfo.processInfo.environment["UPDATE_PAGES"] != nil {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOfFile: path, encoding: .utf8)
    let difference = zip(text.split(separator: "\n"), kept.split(separator: "\n")).first { $0 != $1 }
    #expect(
        text == kept, "\(name): \(difference.map { "\($0.0) instead of \($0.1)" } ?? "lengths differ")",
        sourceLocation: sourceLocation)
}
