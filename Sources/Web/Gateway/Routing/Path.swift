import Chat
import HTML
import HTTP

/// A path of this site with its query: printed by a route, or sent by a browser and matched by a GET route, such as the
/// page to return to after sign-in. It never leads to another site.
struct Path: Hashable, Sendable, CustomStringConvertible {
    static let maximumBytes = 1_024

    let text: String

    /// Fails for paths that no route matches, and for text that browsers could take for another host: `//`, `/\`,
    /// schemes, control characters.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes, text.utf8.first == UInt8(ascii: "/"),
            text.utf8.dropFirst().first != UInt8(ascii: "/"), SafeURL(text) != nil, text.utf8.allSatisfy({ $0 < 0x7F }),
            let target = RequestTarget(text), Routes.table.match(.get, target).row != nil
        else { return nil }
        self.text = text
    }

    /// Only for routes, which print correct paths.
    init(written text: String) { self.text = text }

    var description: String { text }
    var url: SafeURL { SafeURL(path: text) }

    /// The URL of an element of the page.
    func url(at fragment: String) -> SafeURL { SafeURL(path: "\(text)#\(fragment)") }
}

/// The output to which routes print paths: a text, or a page.
protocol PathSink: ~Copyable {
    /// Adds a literal without `&`, which is the same in a URL and in HTML.
    mutating func add(_ text: StaticString)
    mutating func add(_ literal: PathLiteral)
    mutating func add(text: String)
    mutating func add<Entity>(_ identifier: Identifier<Entity>)
    /// Adds a number in decimal digits.
    mutating func add(_ number: Int64)
    mutating func addAmpersand()
}

extension PathSink where Self: ~Copyable {
    /// `?name=` or `&name=`
    mutating func add(field name: StaticString, isFirst: Bool) {
        if isFirst { add("?") } else { addAmpersand() }
        add(name)
        add("=")
    }
}
