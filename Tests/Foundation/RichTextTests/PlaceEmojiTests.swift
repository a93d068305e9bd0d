import HTML
import Testing

@testable import RichText

/// Pictures for the emoji of a place.
@Suite struct PlaceEmojiTests {
    private let emoji = ["tea": SafeURL(path: "/emoji/1"), "tea_2": SafeURL(path: "/emoji/2")]

    private func html(_ text: String, mentions: RichText.Mentions = .none) -> String {
        var writer = HTMLWriter()
        RichText.write(text, emoji: emoji, to: &writer) { mentions }
        return String(decoding: writer.bytes, as: UTF8.self)
            .replacing(#" rel="noopener noreferrer nofollow ugc""#, with: "")
    }

    private func picture(_ name: String, _ number: Int) -> String {
        #"<img src="/emoji/\#(number)" class="place-emoji" alt=":\#(name):" title=":\#(name):" width="24" height="24" loading="lazy">"#
    }

    @Test func `a name between colons becomes its picture, wherever it stands`() {
        #expect(html(":tea:") == "<p>\(picture("tea", 1))</p>")
        #expect(html("a:tea::tea_2:b") == "<p>a\(picture("tea", 1))\(picture("tea_2", 2))b</p>")
        #expect(html("**:tea:** _x_") == "<p><strong>\(picture("tea", 1))</strong> <em>x</em></p>")
        #expect(html("<b>:tea:\n:tea_2:") == "<p>&lt;b&gt;\(picture("tea", 1))<br>\(picture("tea_2", 2))</p>")
        let mentions = RichText.Mentions(names: ["bob": "Bob"], own: nil)
        #expect(html("@bob :tea:", mentions: mentions).contains(">@Bob</span> <img"))
    }

    @Test(arguments: [":nope:", ":tea", "tea:", ": tea:", ":Tea:", "10:30", "::", ":", "`:tea:`", "```\n:tea:\n```"])
    func `another text is written as without them`(text: String) { #expect(html(text) == rendered(text)) }
}
