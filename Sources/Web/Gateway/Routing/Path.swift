import Chat
import HTML
import HTTP

/// A path of this site, with its query: a route has printed it, or a browser has named it and a route reads it, such as
/// where to go after sign-in. It never leads to another site.
struct Path: Hashable, Sendable, CustomStringConvertible {
    static let maximumBytes = 1_024

    let text: String

    /// Fails for whatever a browser could read as another host: `//`, `/\`, schemes, control characters.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes, text.utf8.first == UInt8(ascii: "/"),
            text.utf8.dropFirst().first != UInt8(ascii: "/"), SafeURL(text) != nil, text.utf8.allSatisfy({ $0 < 0x7F }),
            let target = RequestTarget(text), Routes.table.match(.get, target).row != nil
        else { return nil }
        self.text = text
    }

    /// For routes alone.
    init(written text: String) { self.text = text }

    var description: String { text }
    var url: SafeURL { SafeURL(path: text) }

    /// A place on the page.
    func url(at fragment: String) -> SafeURL {
        SafeURL(
            path: TextBuilder.text {
                $0.add(text: text)
                $0.add("#")
                $0.add(text: fragment)
            })
    }
}

/// What paths are put together in: a text, or a page.
protocol PathSink: ~Copyable {
    /// Adds what is the same in a URL and in HTML: a literal without `&`.
    mutating func add(_ text: StaticString)
    mutating func add(_ literal: PathLiteral)
    mutating func add(text: String)
    mutating func add<Entity>(_ identifier: Identifier<Entity>)
    /// In decimal digits.
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
